import { type FontName, fontScript, fonts } from '../../backends/fonts/fonts.ts';

const MONO = /mono|courier|consol|menlo|typewriter|code/i;

/** The family that stands for those a drawing names, which are not there: one of letters of one width, or the other. */
export const familyFor = (wanted: string): string =>
  MONO.test(wanted) ? fonts.mono.family : fonts.sans.family;

/** Style rules with the families that are there. */
export const styleWithFamilies = (css: string): string =>
  css.replaceAll(
    /(font-family\s*:\s*)([^;}]*)/gi,
    (_, name: string, wanted: string) => `${name}'${familyFor(wanted)}'`,
  );

/**
 * Splits a text where its script changes, and says for each part which family has it; undefined for what the main family
 * has. Renderers look for another font only once for a whole text.
 */
export function partsByFamily(
  text: string,
  names: readonly FontName[],
): { readonly text: string; readonly family: string | undefined }[] {
  const scripts = names.flatMap((name) => {
    const script = fontScript(name);
    return script === undefined ? [] : [{ script, family: fonts[name].family }];
  });
  const parts: { text: string; family: string | undefined }[] = [];
  for (const character of text) {
    const last = parts.at(-1);
    const family = /[\s\p{M}\p{Cf}\p{P}]/u.test(character)
      ? last?.family
      : scripts.find(({ script }) => script.test(character))?.family;
    if (last !== undefined && last.family === family) last.text += character;
    else parts.push({ text: character, family });
  }
  return parts;
}
