import { filterRemovals } from './import-filters.ts';

/** Version of LibreOffice in the package. */
const VERSION = '24.8';

/** A registry setting (`main.xcd`): path, name and value. */
type Setting = readonly [path: string, name: string, value: string | boolean | number];

const settings: readonly Setting[] = [
  // Documents may neither fetch nor embed linked files, on the network or on this machine. `DisableActiveContent` would also
  // leave charts and formulas blank.
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  // 3 (very high): only from trusted locations, of which there are none.
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', 3],
  ['Office.Common/Security/Scripting', 'WarnSaveOrSendDoc', false],
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
  ['Setup/Product', 'ooSetupLastVersion', VERSION],
  ['Office.Common/Misc', 'FirstRun', false],
];

/**
 * The user's settings (`registrymodifications.xcu`). They disable everything that could access the outside, and the import
 * filters of other formats.
 */
export const officeSettings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings
  .map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
${filterRemovals}</oor:items>
`;
