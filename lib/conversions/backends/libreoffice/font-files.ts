import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fontConfig, projectFontPaths } from '../fonts/font-config.ts';
import type { OfficeFile } from './package.ts';

const FOLDER = '/fonts';
/** LibreOffice's own symbol font has the bullets of office documents. */
const symbols = {
  family: 'OpenSymbol',
  replaces: [
    'Symbol',
    'Wingdings',
    'Wingdings 2',
    'Wingdings 3',
    'Webdings',
    'ZapfDingbats',
    'StarSymbol',
    'MT Extra',
  ],
};
/** Its folder. */
const SYMBOL_FONTS = '/instdir/program/resource/common/fonts';

/** Environment in which LibreOffice uses only {@link fontFilesInMemory}. */
export const fontEnvironment = { FONTCONFIG_FILE: `${FOLDER}/fonts.conf`, FONTCONFIG_PATH: FOLDER } as const;

/** Returns this project's fonts for LibreOffice's file system, and their configuration. */
export function fontFilesInMemory(): OfficeFile[] {
  const config = fontConfig([FOLDER, SYMBOL_FONTS], ['/tmp/fontconfig'], [symbols]);
  return [
    [fontEnvironment.FONTCONFIG_FILE, Buffer.from(config)],
    ...projectFontPaths().map((path): OfficeFile => [`${FOLDER}/${basename(path)}`, readFileSync(path)]),
  ];
}
