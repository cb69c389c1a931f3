import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobMacro } from './job-macro.ts';

const PREFIX = 'libreoffice-profile-';

/** A registry setting (`main.xcd`): path, name and value. */
type Setting = readonly [path: string, name: string, value: string | boolean | number];

const settings = (version: string): Setting[] => [
  // Documents may neither fetch nor embed linked files, on the network or on this machine.
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  ['Office.Common/Security/Scripting', 'DisableActiveContent', true],
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

const registry = (version: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings(version)
  .map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`;

const doctype = (root: string, file: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${root} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${file}">\n`;

const libraryList = `${doctype('library:libraries', 'libraries.dtd')}<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">
 <library:library library:name="Standard" library:link="false"/>
</library:libraries>
`;

const library = `${doctype('library:library', 'library.dtd')}<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
 <library:element library:name="Job"/>
</library:library>
`;

const macroModule = `${doctype('script:module', 'module.dtd')}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Job" script:language="StarBasic">${jobMacro}</script:module>
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Removes leftovers of processes that were killed. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
    if (pid > 0 && pid !== process.pid && !isAlive(pid))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Creates this process's profile in `folder`: disables everything that could access the outside and installs the macro.
 * Returns its path.
 */
export function createProfile(folder: string, version: string): string {
  removeAbandoned(folder);
  const profile = join(folder, `${PREFIX}${process.pid}`);
  const basic = join(profile, 'user', 'basic');
  mkdirSync(join(basic, 'Standard'), { recursive: true, mode: 0o700 });
  mkdirSync(join(profile, 'tmp'), { recursive: true });
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), registry(version));
  writeFileSync(join(basic, 'script.xlc'), libraryList);
  writeFileSync(join(basic, 'Standard', 'script.xlb'), library);
  writeFileSync(join(basic, 'Standard', 'Job.xba'), macroModule);
  return profile;
}
