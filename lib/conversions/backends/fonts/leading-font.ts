import { type FontName, fontNames, fontScript, fonts } from './fonts.ts';

/** How a text is set where it is not as most text is. */
export interface Direction {
  readonly rtl?: true | undefined;
  /** The font that is asked first. */
  readonly lead?: string | undefined;
}

const STRONG = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
// What the main font is not made for: Armenian and what follows it, but for more Latin and Greek.
const OTHER_SCRIPTS = /[\u0530-\u1cff\u2d00-\u2ddf\u2e80-\ud7ff\uf900-\ufaff]/;

const scripts = fontNames.flatMap((name) => {
  const script = fontScript(name);
  return script === undefined ? [] : [{ name, script }];
});
const eastAsian: readonly string[] = ['japanese', 'korean', 'chinese'];
// The name that stands for all three in `lead`: which it is, the whole document tells.
const EAST_ASIAN = 'japanese';

/**
 * How a text is set by its first letter: its direction (Unicode Bidirectional Algorithm, UAX 9, P2 and P3), and the font
 * that leads. A font that is only asked for what the ones before lack has each word as a piece of its own, for the
 * spaces between are theirs: that is slower by a third, and the file larger.
 */
export function directionOf(text: string): Direction {
  if (!OTHER_SCRIPTS.test(text)) return {};
  const letter = STRONG.exec(text)?.[0];
  if (letter === undefined) return {};
  const lead = scripts.find(({ script }) => script.test(letter))?.name;
  const direction: { rtl?: true; lead?: string } = {};
  if (RIGHT_TO_LEFT.test(letter)) direction.rtl = true;
  if (lead !== undefined) direction.lead = lead;
  return direction;
}

const LETTER = /\p{L}/u;
const FIRST_OTHER = 0x530;
// For each UTF-16 code unit the index of its font in `scripts`, plus two; 1 where it has none; 0 where it was not met yet.
const leadOfUnit = new Uint8Array(0x1_00_00);

function leadIndex(unit: number): number {
  const known = leadOfUnit[unit] ?? 0;
  if (known > 0) return known;
  const letter = String.fromCharCode(unit);
  const isOther = LETTER.test(letter) && OTHER_SCRIPTS.test(letter);
  const index = isOther ? scripts.findIndex(({ script }) => script.test(letter)) : -1;
  leadOfUnit[unit] = index + 2;
  return index + 2;
}

/**
 * A line in pieces that different fonts lead, by the scripts of its letters. A line without such letters is one piece, and
 * so is what stands between them: Latin words, numbers, signs. Where one font is asked for all of a mixed line, each
 * letter is shaped in every font before its own, and what all lines of many scripts take is a sixth more.
 */
export function leadRuns(line: string): { readonly lead: string | undefined; readonly text: string }[] {
  const { lead } = directionOf(line);
  if (lead === undefined) return [{ lead, text: line }];
  const runs: { lead: string; text: string }[] = [];
  let current = lead;
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    const unit = line.charCodeAt(at);
    const own = unit < FIRST_OTHER ? undefined : scripts[leadIndex(unit) - 2]?.name;
    if (own === undefined || own === current) continue;
    if (at > from) runs.push({ lead: current, text: line.slice(from, at) });
    from = at;
    current = own;
  }
  return [...runs, { lead: current, text: line.slice(from) }];
}

/** The families for each lead that texts may have, of the fonts that were chosen: the leading one, then the others. */
export function leadingFonts(names: readonly FontName[]): Record<string, readonly string[]> {
  const families = names.map((name) => fonts[name].family);
  const first = names.find((name) => eastAsian.includes(name));
  return Object.fromEntries(
    scripts.map(({ name }) => {
      const leading = name === EAST_ASIAN ? first : names.find((each) => each === name);
      const family = leading === undefined ? undefined : fonts[leading].family;
      return [
        name,
        family === undefined ? families : [family, ...families.filter((each) => each !== family)],
      ];
    }),
  );
}
