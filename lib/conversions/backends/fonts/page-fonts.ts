import { packageFile } from '../../base/package-assets.ts';
import { fontPath, fonts } from './fonts.ts';
import { metricFontFiles, metricFontPackage, metricFonts } from './metric-fonts.ts';
import { similarFonts } from './similar-fonts.ts';

/** A font that shows the text of a document with its own fonts. Its line is in em. */
export interface PageFont {
  readonly family: string;
  /** Absolute path of the regular style. */
  readonly path: () => string;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** Whether its lines are as wide as those of the font that it replaces. */
  readonly isMetric: boolean;
}

const sans: PageFont = {
  family: fonts.sans.family,
  path: () => fontPath('sans'),
  ascent: 1.069,
  descent: 0.293,
  lineGap: 0,
  isMetric: false,
};

const byName = new Map<string, PageFont>([['noto sans', { ...sans, isMetric: true }]]);
const byFamily = new Map<string, PageFont>();
for (const font of metricFonts) {
  const { family, replaces, ascent, descent, lineGap } = font;
  const path = (): string => packageFile(metricFontPackage(font), metricFontFiles(font)[0] ?? '');
  const own: PageFont = { family, path, ascent, descent, lineGap, isMetric: true };
  byFamily.set(family, own);
  for (const name of [family, ...replaces]) byName.set(name.toLowerCase(), own);
}

const similar = (family: string): PageFont => ({ ...(byFamily.get(family) ?? sans), isMetric: false });

for (const { family, replaces } of similarFonts) {
  for (const name of replaces) byName.set(name.toLowerCase(), similar(family));
}

// Of the families that are not in the table.
const SERIF =
  /serif|roman|times|georgia|garamond|cambria|palatino|bookman|book antiqua|century(?! gothic)|baskerville|didot|bodoni|minion|constantia|mincho|song|ming|batang/;
const MONOSPACED = /mono|courier|consol|menlo|typewriter|fixed|code\b/;

/**
 * Returns the font for a family that a document names: one with the same metrics, otherwise one of the same kind. An
 * undefined name returns the default font.
 */
export function pageFont(name: string | undefined): PageFont {
  if (name === undefined) return sans;
  const wanted = name.trim().toLowerCase();
  const exact = byName.get(wanted);
  if (exact !== undefined) return exact;
  if (MONOSPACED.test(wanted)) return similar('Cousine');
  return SERIF.test(wanted.replace('sans serif', '').replace('sans-serif', '')) ? similar('Tinos') : sans;
}
