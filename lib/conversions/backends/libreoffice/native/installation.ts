import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { libreOfficeFolder } from '../../../base/child-environment.ts';

/** An installed LibreOffice. */
export interface LibreOffice {
  /** Folder of its libraries. */
  readonly program: string;
  /** Path of the library with LibreOfficeKit. */
  readonly library: string;
  /** Whether it can render formulas. */
  readonly hasMath: boolean;
  /** Major and minor version, such as `7.4`. */
  readonly version: string;
}

// Linux distributions' packages; The Document Foundation's packages are in /opt.
const distributed = ['/usr/lib/libreoffice/program', '/usr/lib64/libreoffice/program'];
const OPTIONAL = '/opt';
// Builds have one merged library or separate ones.
const libraries = ['libmergedlo.so', 'libsofficeapp.so'];

function optionalFolders(): string[] {
  if (!existsSync(OPTIONAL)) return [];
  return readdirSync(OPTIONAL)
    .filter((name) => name.startsWith('libreoffice'))
    .toSorted()
    .toReversed()
    .map((name) => join(OPTIONAL, name, 'program'));
}

/** Returns the first complete LibreOffice in these folders, if any. */
export function findLibreOffice(
  folders: readonly string[] = [...distributed, ...optionalFolders()],
): LibreOffice | undefined {
  for (const program of folders) {
    const library = libraries.map((name) => join(program, name)).find((path) => existsSync(path));
    const settings = join(program, 'bootstraprc');
    if (library === undefined || !existsSync(settings)) continue;
    const version = /^ProductKey=[^\d\n]*(\d+\.\d+)/m.exec(readFileSync(settings, 'utf8'))?.[1];
    if (version !== undefined)
      return { program, library, version, hasMath: existsSync(join(program, 'libsmlo.so')) };
  }
  return undefined;
}

let found: { readonly office: LibreOffice | undefined } | undefined;

function search(): LibreOffice | undefined {
  const folder = libreOfficeFolder();
  if (folder === 'none') return undefined;
  return folder === undefined ? findLibreOffice() : findLibreOffice([folder]);
}

/** Returns the LibreOffice of this machine; searches once. */
export function installedLibreOffice(): LibreOffice | undefined {
  found ??= { office: search() };
  return found.office;
}
