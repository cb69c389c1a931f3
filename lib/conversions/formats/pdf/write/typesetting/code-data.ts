import { streamSafe } from '../../../../backends/fonts/stream-safe.ts';
import { cleanText } from '../../../../document/clean-text.ts';
import type { TreeBlock } from '../../../../document/document-tree.ts';
import type { Place, Setting } from './layout-context.ts';
import type { BlockData } from './typst-data.ts';

// Colours take about 60 µs a character: 0.6 s for the one, 2 s for all.
const MAX_COLOURED = 10_000;
const MAX_COLOURED_IN_ALL = 35_000;
// What Typst takes for a block of code grows with the square of its lines.
const LINES_PER_PART = 25;
// Of a line with its padding; a letter of the font for code is 0.6 em wide, and code is set a little smaller.
const WIDTH_OF_LETTER = 0.6 * 0.87;
const PADDING = 1.6;

/** Words that are wider than the page, in pieces: Typst breaks lines of code at spaces only. */
function breakWords(text: string, columns: number): string {
  if (!new RegExp(`\\S{${columns + 1}}`).test(text)) return text;
  return text.replaceAll(new RegExp(`\\S{${columns}}(?=\\S)`, 'gu'), '$&\n');
}

/** Code as data; coloured where its language is told and it is short enough. */
export function codeData(
  block: TreeBlock & { kind: 'code' },
  { room, size }: Place,
  setting: Setting,
): BlockData[] {
  const columns = Math.max(4, Math.floor((room / size - PADDING) / WIDTH_OF_LETTER));
  const lines = streamSafe(cleanText(block.text))
    .replaceAll(/\r\n?/g, '\n')
    .trimEnd()
    .replace(/^[ \t\n]*\n/, '');
  if (lines === '') return [];
  const text = breakWords(lines, columns);
  const isColoured =
    /^[\w+#-]{1,30}$/.test(block.language ?? '') &&
    text.length <= MAX_COLOURED &&
    setting.seen.coloured + text.length <= MAX_COLOURED_IN_ALL;
  if (isColoured) {
    setting.seen.coloured += text.length;
    return [{ k: 'c', parts: [text], lang: block.language?.toLowerCase() }];
  }
  const all = text.split('\n');
  const parts: string[] = [];
  for (let at = 0; at < all.length; at += LINES_PER_PART)
    parts.push(all.slice(at, at + LINES_PER_PART).join('\n'));
  return [{ k: 'c', parts }];
}
