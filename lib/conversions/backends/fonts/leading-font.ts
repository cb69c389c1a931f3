import { type FontName, fontNames, fontScript, fonts } from './fonts.ts';

/** Text direction and font, if they differ from the defaults. */
export interface Direction {
  readonly rtl?: true | undefined;
  /** The font to try first. */
  readonly lead?: string | undefined;
}

const STRONG = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
// Scripts that the main font does not cover: Armenian and up, except more Latin and Greek.
const OTHER_SCRIPTS = /[\u0530-\u1cff\u2d00-\u2ddf\u2e80-\ud7ff\uf900-\ufaff]/;

const scripts = fontNames.flatMap((name) => {
  const script = fontScript(name);
  return script === undefined ? [] : [{ name, script }];
});
const eastAsian: readonly string[] = ['japanese', 'korean', 'chinese'];
// Represents all three in `lead`; the whole document determines which one it is.
const EAST_ASIAN = 'japanese';

/**
 * Returns a text's direction (Unicode Bidirectional Algorithm, UAX 9, P2 and P3) and font by its first letter. If that
 * font were only a fallback, each word would be a separate run, because the spaces belong to the first font: a third
 * slower, with a larger file.
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
// Font index in `scripts` plus two for each UTF-16 code unit; 1 if there is none; 0 if it is not cached yet.
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
 * Splits a line into runs by the font of their script. A line without such letters is one run; Latin words, numbers and
 * symbols extend the current run. With one font for a whole mixed line, each letter is shaped in every font before its
 * own, and lines in many scripts take a sixth longer.
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

/** Returns the chosen fonts in the lookup order of a run: that of its `lead` first. */
export function fontOrder(names: readonly FontName[], lead: string | undefined): readonly FontName[] {
  const leading =
    lead === EAST_ASIAN
      ? names.find((name) => eastAsian.includes(name))
      : names.find((name) => name === lead);
  return leading === undefined ? names : [leading, ...names.filter((name) => name !== leading)];
}

/** Returns the families for each possible `lead`, from the chosen fonts: the leading one, then the others. */
export const leadingFonts = (names: readonly FontName[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    scripts.map(({ name: lead }) => [lead, fontOrder(names, lead).map((name) => fonts[name].family)]),
  );
