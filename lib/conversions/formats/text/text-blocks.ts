import { type Inline, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { needsMono } from './prepare-text.ts';

// A line as long as a mail program or a terminal breaks it: shorter ones were ended on purpose.
const BROKEN_FROM = 55;
const BROKEN_TO = 110;

/** Whether a paragraph's lines were broken by width: all but the last are about as long as each other. */
function isWrapped(lines: readonly string[]): boolean {
  const broken = lines.slice(0, -1);
  return broken.every(({ length }) => length >= BROKEN_FROM && length <= BROKEN_TO);
}

function paragraph(text: string): TreeBlock {
  const lines = text.split('\n').map((line) => line.trimEnd());
  // Columns, boxes and programs stand as they are.
  if (lines.length > 1 && needsMono(lines)) return { kind: 'code', text: lines.join('\n') };
  const whole = lines.map((line) => line.trim());
  if (isWrapped(whole)) return { kind: 'paragraph', content: [textRun(whole.join(' '))] };
  const content = whole.flatMap((line, at): Inline[] =>
    at === 0 ? [textRun(line)] : [{ kind: 'line_break' }, textRun(line)],
  );
  return { kind: 'paragraph', content };
}

/** A plain text as paragraphs, parted by blank lines, and pages, parted by form feeds. */
export function textBlocks(text: string): TreeBlock[] {
  return text.split('\f').flatMap((page, at): TreeBlock[] => {
    const blocks = page
      .split(/\n[ \t]*\n(?:[ \t\n]*\n)?/)
      .filter((part) => part.trim() !== '')
      .map((part) => paragraph(part.replace(/^\n/, '')));
    return at > 0 && blocks.length > 0 ? [{ kind: 'page_break' }, ...blocks] : blocks;
  });
}
