import type { OfficeFile } from './package.ts';

/** Parts of paths that conversions do not need, or that this project replaces. */
const unused = [
  '/android/',
  // This project's fonts are used instead. The symbol font, with the bullets of office documents, is elsewhere.
  '/share/fonts/truetype/',
  '/share/fontconfig/',
  // Tool bars, icons, templates and images of the user interface. Without its menus, documents do not load.
  '/notebookbar',
  '/share/config/images_',
  '/share/config/wizard/',
  '/share/gallery/',
  '/presets/',
  '/program/intro',
  '/program/shell/',
];

const SETTINGS = '/instdir/program/fundamentalrc';

/** Makes the user's settings read-only (`*`), so that no thread writes them back, and removes the folders of extensions. */
const adaptedSettings = (text: string): string =>
  text
    .replace('user:!', 'user:*')
    .split(' ')
    .filter((layer) => !['bundledext:', 'sharedext:', 'userext:'].some((name) => layer.startsWith(name)))
    .join(' ');

/** Selects and adapts files of the package. Copies them, so that the rest of the archive is not kept in memory. */
export function* usedFiles(files: Iterable<OfficeFile>): Generator<OfficeFile> {
  for (const [path, bytes] of files) {
    if (unused.some((part) => path.includes(part))) continue;
    const copy =
      path === SETTINGS ? Buffer.from(adaptedSettings(Buffer.from(bytes).toString('utf8'))) : bytes.slice();
    yield [path, copy];
  }
}
