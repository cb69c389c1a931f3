import { streamSafe } from '../../../../backends/fonts/stream-safe.ts';
import { cleanText } from '../../../../document/clean-text.ts';
import type { TreeBlock } from '../../../../document/document-tree.ts';
import type { Frame, LayoutContext } from './layout-context.ts';
import type { BlockData } from './typst-data.ts';

// Highlighting takes about 60 µs per character: 0.6 s for one block, 2 s for all.
const MAX_COLOURED = 10_000;
const MAX_COLOURED_IN_ALL = 35_000;
// Typst's layout time of a code block is quadratic in its lines.
const LINES_PER_PART = 25;
// In em of the surrounding text: monospaced glyphs are 0.6 em wide, and code is slightly smaller.
const WIDTH_OF_LETTER = 0.6 * 0.87;
const PADDING = 1.6;

/** Splits words wider than the page, because Typst breaks lines of code only at spaces. */
function breakWords(text: string, columns: number): string {
  if (!new RegExp(`\\S{${columns + 1}}`).test(text)) return text;
  return text.replaceAll(new RegExp(`\\S{${columns}}(?=\\S)`, 'gu'), '$&\n');
}

/** Converts code to template data, highlighted if its language is known and it is short enough. */
export function codeData(
  block: TreeBlock & { kind: 'code' },
  { room, size }: Frame,
  context: LayoutContext,
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
    context.seen.coloured + text.length <= MAX_COLOURED_IN_ALL;
  if (isColoured) {
    context.seen.coloured += text.length;
    return [{ k: 'c', parts: [text], lang: block.language?.toLowerCase() }];
  }
  const all = text.split('\n');
  const parts: string[] = [];
  for (let at = 0; at < all.length; at += LINES_PER_PART)
    parts.push(all.slice(at, at + LINES_PER_PART).join('\n'));
  return [{ k: 'c', parts }];
}
