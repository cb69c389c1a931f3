import { appendAll } from '../../../../base/arrays.ts';
import { type DocumentTree, inlineText, type TreeBlock } from '../../../../document/document-tree.ts';
import { innerBlocks } from './block-data.ts';

// Enough to detect the language without copying a whole book.
const SAMPLE_CHARACTERS = 12_000;

/** A sample of the document's text for language detection. */
export function sampleText(blocks: readonly TreeBlock[]): string {
  const parts: string[] = [];
  let length = 0;
  const open = blocks.toReversed();
  for (let block = open.pop(); block !== undefined && length < SAMPLE_CHARACTERS; block = open.pop()) {
    if (block.kind === 'paragraph' || block.kind === 'heading') {
      const text = inlineText(block.content);
      parts.push(text);
      length += text.length;
    } else if (block.kind === 'quote') appendAll(open, block.blocks.toReversed());
    else if (block.kind === 'list')
      for (const item of block.items.slice(0, 500).toReversed()) appendAll(open, item.blocks.toReversed());
    else if (block.kind === 'table') {
      const text = block.rows
        .slice(0, 50)
        .flatMap((row) => row.filter((cell) => typeof cell === 'string'))
        .join(' ');
      parts.push(text);
      length += text.length;
    }
  }
  return parts.join('\n').slice(0, SAMPLE_CHARACTERS);
}

/** The document's creation date for the template. PDF/A requires a date, so the epoch is used if there is none. */
export function dateOf(
  { metadata }: DocumentTree,
  isNeeded: boolean,
): Readonly<Record<string, number>> | null {
  const dates = [metadata.created, metadata.modified].map((date) => new Date(date ?? Number.NaN));
  const date = dates.find((each) => each.getUTCFullYear() >= 1 && each.getUTCFullYear() <= 9999);
  if (date === undefined && !isNeeded) return null;
  const shown = date ?? new Date(0);
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  };
}

/** Whether blocks contain a formula. Iterative, so safe at any depth. */
export function hasFormulas(blocks: readonly TreeBlock[]): boolean {
  const open = [...blocks];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    if (block.kind === 'paragraph' || block.kind === 'heading') {
      if (block.content.some(({ kind }) => kind === 'math')) return true;
    } else for (const inner of innerBlocks(block)) open.push(inner);
  }
  return false;
}
