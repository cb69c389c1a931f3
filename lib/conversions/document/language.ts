import { loadPackage } from '../base/package-assets.ts';

// More text does not improve the result. The beginning may be a title page in capitals, so sample three places.
const SAMPLE_CHARACTERS = 4_000;

function sampleOf(text: string): string {
  if (text.length <= 3 * SAMPLE_CHARACTERS) return text;
  const starts = [0, text.length / 2, text.length - SAMPLE_CHARACTERS].map(Math.floor);
  return starts.map((start) => text.slice(start, start + SAMPLE_CHARACTERS)).join('\n');
}

/** Returns the ISO 639-1 code of a text's language; null if the text is too short or too mixed. */
export async function detectLanguage(text: string): Promise<string | null> {
  const letters = text.slice(0, 1000).match(/\p{L}/gu)?.length ?? 0;
  if (letters < 12) return null;
  const { eld } = await loadPackage<typeof import('eld/small')>('eld/small');
  return eld.detect(sampleOf(text)).language || null;
}
