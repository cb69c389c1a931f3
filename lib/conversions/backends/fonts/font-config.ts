import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { allFontPaths, fontNames, fonts } from './fonts.ts';
import { metricFontPaths, metricFonts } from './metric-fonts.ts';

// While a document is converted, the folder for temporary files is that document's own and goes with it.
const scratchFolder = tmpdir();

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const families = (names: readonly string[]): string =>
  names.map((name) => `<family>${escaped(name)}</family>`).join('');

/** `binding="same"`: a stand-in counts as what was asked for, before any font that merely has the script. */
const alias = (name: string, prefer: readonly string[]): string =>
  `<alias binding="same">${families([name])}<prefer>${families(prefer)}</prefer></alias>`;

const forScripts = fontNames.map((name) => fonts[name].family);

const generic: readonly (readonly [string, readonly string[]])[] = [
  ['serif', ['Tinos', ...forScripts]],
  ['sans-serif', forScripts],
  ['system-ui', forScripts],
  ['monospace', [fonts.mono.family, ...forScripts]],
  ['emoji', [fonts.emoji.family]],
];

/**
 * Writes a configuration of fontconfig (`fonts.dtd`) that knows the fonts of this project and no others, so that pages look the same on any
 * machine; what is not installed is set in a font of the same widths, or in Noto Sans. Gives the file's path.
 *
 * What fontconfig finds in the files stays in a folder of all processes: the next need not read them (200 ms).
 */
export function writeFontConfig(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'fonts.conf');
  const folders = new Set([...allFontPaths(), ...metricFontPaths()].map(dirname));
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...Array.from(folders, (each) => `<dir>${escaped(each)}</dir>`),
    `<cachedir>${escaped(join(scratchFolder, 'fontconfig-cache'))}</cachedir>`,
    ...metricFonts.flatMap(({ family, standsFor }) => standsFor.map((name) => alias(name, [family]))),
    // Before what `sans-serif` means: a family that nothing stands in for.
    '<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>sans-serif</string></edit></match>',
    ...generic.map(([name, prefer]) => alias(name, prefer)),
    '</fontconfig>',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
