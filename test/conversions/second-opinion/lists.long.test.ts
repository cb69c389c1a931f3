import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TreeBlock } from '../../../lib/conversions/document/document-tree.ts';
import { needsOfTarget } from '../../../lib/conversions/document/needs.ts';
import { readDocx } from '../../../lib/conversions/formats/docx/read/read-docx.ts';
import { runsOf } from '../../support/long-run.ts';
import { convertInProcess } from '../engine-runner.ts';
import { readPdf } from '../read-pdf.ts';
import { docxOfMade, type MadeDocument, madeDocuments } from './make-lists.ts';

// LibreOffice's pages are the second opinion on the numbers of lists.
const RUNS = runsOf(5, 150);

const lineOf = (block: TreeBlock): string =>
  'content' in block ? block.content.map((inline) => ('text' in inline ? inline.text : ' ')).join('') : '';

/** The lines of a document as they are shown: an item starts with its label. */
function linesOf(blocks: readonly TreeBlock[]): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.kind === 'table')
      return block.rows.map((row) =>
        row.flatMap((cell) => (typeof cell === 'string' ? [cell] : linesOf(cell.blocks))).join(' '),
      );
    if (block.kind !== 'list') return [lineOf(block)];
    return block.items.flatMap(({ label, blocks: inside }, index) => {
      const [first, ...rest] = inside;
      const own = label ?? (block.ordered ? `${(block.start ?? 1) + index}.` : '');
      const isLine = first?.kind === 'paragraph';
      return [`${own} ${isLine ? lineOf(first) : ''}`, ...linesOf(isLine ? rest : inside)];
    });
  });
}

/** The label before each word; of a row without text, that before the cell beside it. */
function labelsOf(lines: readonly string[], { paragraphs }: MadeDocument): (string | undefined)[] {
  const byWord = new Map<string, string>();
  for (const line of lines) {
    // A long label touches its text.
    const [, label = '', word = ''] = /^\s*(.*?)\s*((?:beside)?word\d+x)/.exec(line) ?? [];
    byWord.set(word, label.replaceAll(/\s+/g, ' '));
  }
  return paragraphs.map(({ word, isEmpty, inTable }) =>
    isEmpty ? (inTable ? byWord.get(`beside${word}`) : undefined) : byWord.get(word),
  );
}

it(
  'reads the numbers of lists that LibreOffice shows',
  async () => {
    await fc.assert(
      fc.asyncProperty(madeDocuments, async (made) => {
        const docx = docxOfMade(made);
        const { tree } = await readDocx(docx, needsOfTarget(undefined));
        const { bytes } = await convertInProcess(docx, 'docx', 'pdf');
        const shown = (await readPdf(bytes)).text.split('\n');

        expect(labelsOf(linesOf(tree.blocks), made)).toEqual(labelsOf(shown, made));
      }),
      { numRuns: RUNS, seed: 7 },
    );
  },
  RUNS * 10_000,
);
