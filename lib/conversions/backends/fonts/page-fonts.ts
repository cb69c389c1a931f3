import { fonts } from './fonts.ts';
import { metricFonts } from './metric-fonts.ts';
import { similarFonts } from './similar-fonts.ts';

/** The font that shows text in a font that a document names. */
interface PageFont {
  readonly family: string;
  /** Whether its lines are as wide as those of the font that it replaces. */
  readonly isMetric: boolean;
}

const sans: PageFont = { family: fonts.sans.family, isMetric: false };

const byName = new Map<string, PageFont>([['noto sans', { ...sans, isMetric: true }]]);
for (const { family, replaces } of metricFonts)
  for (const name of [family, ...replaces]) byName.set(name.toLowerCase(), { family, isMetric: true });

for (const { family, replaces } of similarFonts)
  for (const name of replaces) byName.set(name.toLowerCase(), { family, isMetric: false });

// Of the families that are not in the table.
const SERIF =
  /serif|roman|times|georgia|garamond|cambria|palatino|bookman|book antiqua|century(?! gothic)|baskerville|didot|bodoni|minion|constantia|mincho|song|ming|batang/;
const MONOSPACED = /mono|courier|consol|menlo|typewriter|fixed|code\b/;

/** Returns the font for a family that a document names: one with the same metrics, otherwise one of the same kind. */
export function pageFont(name: string): PageFont {
  const wanted = name.trim().toLowerCase();
  const exact = byName.get(wanted);
  if (exact !== undefined) return exact;
  if (MONOSPACED.test(wanted)) return { family: 'Cousine', isMetric: false };
  return SERIF.test(wanted.replace('sans serif', '').replace('sans-serif', ''))
    ? { family: 'Tinos', isMetric: false }
    : sans;
}
