import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A LibreOffice on this machine. */
export interface LibreOffice {
  /** The folder of its libraries. */
  readonly program: string;
  /** The library that LibreOfficeKit is in. */
  readonly library: string;
  /** Whether it draws formulas. */
  readonly hasMath: boolean;
  /** Major and minor, such as `7.4`. */
  readonly version: string;
}

// Distributions' packages, and below /opt the packages of The Document Foundation.
const distributed = ['/usr/lib/libreoffice/program', '/usr/lib64/libreoffice/program'];
const OPTIONAL = '/opt';
// Builds put it into one merged library or leave it by itself.
const libraries = ['libmergedlo.so', 'libsofficeapp.so'];

function optionalFolders(): string[] {
  if (!existsSync(OPTIONAL)) return [];
  return readdirSync(OPTIONAL)
    .filter((name) => name.startsWith('libreoffice'))
    .toSorted()
    .toReversed()
    .map((name) => join(OPTIONAL, name, 'program'));
}

/** The first LibreOffice in these folders; undefined where none is complete. */
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

/** The LibreOffice of this machine, looked for once. */
export function installedLibreOffice(): LibreOffice | undefined {
  found ??= { office: findLibreOffice() };
  return found.office;
}
