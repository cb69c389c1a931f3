/** A registry setting (`main.xcd`): path, name and value. */
type Setting = readonly [path: string, name: string, value: string | boolean | number];

const settings = (version: string): Setting[] => [
  // Documents may neither fetch nor embed linked files, on the network or on this machine. `DisableActiveContent` would also
  // leave charts and formulas blank.
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  // 3 (very high): only from trusted locations, of which there are none.
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', 3],
  ['Office.Common/Security/Scripting', 'WarnSaveOrSendDoc', false],
  // A proxy that does not exist, at the `discard` port.
  ['Inet/Settings', 'ooInetProxyType', 1],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', 9],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', 9],
  ['Inet/Settings', 'ooInetFTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetFTPProxyPort', 9],
  ['Inet/Settings', 'ooInetNoProxy', ''],
  // Writer: 0 always, 1 on request, 2 never. Calc: 0 always, 1 never, 2 prompt.
  ['Office.Writer/Content/Update', 'Link', 2],
  ['Office.Calc/Content/Update', 'Link', 1],
  // Keep the values that the author's program calculated.
  ['Office.Calc/Formula/Load', 'OOXMLRecalcMode', 1],
  ['Office.Calc/Formula/Load', 'ODFRecalcMode', 1],
  ['Office.Common/Save/Document', 'LoadPrinter', false],
  ['Office.Common/Misc', 'UseLocking', false],
  ['Office.Recovery/AutoSave', 'Enabled', false],
  ['Office.Recovery/RecoveryInfo', 'Enabled', false],
  ['Office.Common/History', 'PickListSize', 0],
  ['Office.Common/Help', 'ExtendedTip', false],
  ["Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments", 'AutoCheckEnabled', false],
  // Skips copying presets and a half-second graphics test.
  ['Setup/Office', 'ooSetupInstCompleted', true],
  ['Setup/Product', 'ooSetupLastVersion', version],
  ['Office.Common/Misc', 'FirstRun', false],
];

/**
 * Returns the user's settings (`registrymodifications.xcu`) for a version of LibreOffice, such as `24.8`. They disable
 * everything that could access the outside. `further` are items of the file.
 */
export const officeSettings = (
  version: string,
  further = '',
): string => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings(version)
  .map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
${further}</oor:items>
`;
