import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { officeSettings } from '../office-settings.ts';
import { jobMacro } from './job-macro.ts';

const PREFIX = 'libreoffice-profile-';

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
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), officeSettings(version));
  writeFileSync(join(basic, 'script.xlc'), libraryList);
  writeFileSync(join(basic, 'Standard', 'script.xlb'), library);
  writeFileSync(join(basic, 'Standard', 'Job.xba'), macroModule);
  return profile;
}
