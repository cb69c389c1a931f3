import { type FontName, fontScript, fonts } from '../../backends/fonts/fonts.ts';

const MONO = /mono|courier|consol|menlo|typewriter|code/i;

/** Returns the bundled family that replaces a requested one: monospaced or sans-serif. */
export const familyFor = (requested: string): string =>
  MONO.test(requested) ? fonts.mono.family : fonts.sans.family;

/** Replaces font families in CSS with bundled ones. */
export const styleWithFamilies = (css: string): string =>
  css.replaceAll(
    /(font-family\s*:\s*)([^;}]*)/gi,
    (_, name: string, requested: string) => `${name}'${familyFor(requested)}'`,
  );

/**
 * Splits text at script changes and assigns a font family to each part; undefined means the main family. Needed because
 * renderers choose a fallback font only once per text.
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
