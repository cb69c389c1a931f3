import * as z from 'zod';
import { charactersOf, chooseFonts } from '../fonts/font-coverage.ts';
import { warnAboutMissing } from '../fonts/missing-glyphs.ts';
import type { Page } from './isolated-page.ts';

// The distinct characters of the text, without those that every font has. A page with fonts of its own has any character.
const CHARACTERS = `[...document.fonts].some(({ status }) => status === 'loaded')
  ? ''
  : [...new Set(document.body?.innerText ?? '')].filter((character) => character > '\\u024f').join('')`;

const evaluated = z.object({ result: z.object({ value: z.string() }) });

/** Returns a warning about the characters of a page that no font has. */
export async function warnAboutCharacters(page: Page): Promise<string[]> {
  const { result } = await page.ask(evaluated, 'Runtime.evaluate', {
    expression: CHARACTERS,
    returnByValue: true,
  });
  return warnAboutMissing(chooseFonts(charactersOf([result.value]), ['sans']).missing);
}
