import { type Inline, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { needsMono } from '../../shared/text/needs-mono.ts';

// Typical line lengths of hard-wrapped text: shorter lines were ended on purpose.
const WRAPPED_FROM = 55;
const WRAPPED_TO = 110;

/** Whether a paragraph was hard-wrapped: all its lines but the last have a similar length. */
function isWrapped(lines: readonly string[]): boolean {
  const broken = lines.slice(0, -1);
  return broken.every(({ length }) => length >= WRAPPED_FROM && length <= WRAPPED_TO);
}

function paragraph(text: string): TreeBlock {
  const lines = text.split('\n').map((line) => line.trimEnd());
  // Keep columns, box drawings and program code verbatim.
  if (lines.length > 1 && needsMono(lines)) return { kind: 'code', text: lines.join('\n') };
  const whole = lines.map((line) => line.trim());
  if (isWrapped(whole)) return { kind: 'paragraph', content: [textRun(whole.join(' '))] };
  const content = whole.flatMap((line, at): Inline[] =>
    at === 0 ? [textRun(line)] : [{ kind: 'line_break' }, textRun(line)],
  );
  return { kind: 'paragraph', content };
}

/** Splits plain text into paragraphs at blank lines and into pages at form feeds. */
export function textBlocks(text: string): TreeBlock[] {
  return text.split('\f').flatMap((page, at): TreeBlock[] => {
    const blocks = page
      .split(/\n[ \t]*\n(?:[ \t\n]*\n)?/)
      .filter((part) => part.trim() !== '')
      .map((part) => paragraph(part.replace(/^\n/, '')));
    return at > 0 && blocks.length > 0 ? [{ kind: 'page_break' }, ...blocks] : blocks;
  });
}
