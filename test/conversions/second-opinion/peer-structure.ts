import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type {
  DocumentModel,
  ModelBlock,
  ModelInline,
} from '../../../lib/conversions/document/document-model.ts';

// pandoc is the second opinion on numbers, tables and formulas.

/** What two readers of a document must agree on. */
export interface Structure {
  /** The number of each item of an ordered list, in the order of the text. */
  readonly numbers: readonly number[];
  /** The cells of each table, row by row: rows x columns that each spans. */
  readonly tables: readonly (readonly string[])[];
  /** The letters and digits of each formula. */
  readonly formulas: readonly string[];
}

const none: Structure = { numbers: [], tables: [], formulas: [] };
const together = (parts: readonly Structure[]): Structure => ({
  numbers: parts.flatMap(({ numbers }) => numbers),
  tables: parts.flatMap(({ tables }) => tables),
  formulas: parts.flatMap(({ formulas }) => formulas),
});
const formula = (tex: string): Structure => ({
  ...none,
  formulas: [
    tex
      .replaceAll(/\\(?:begin|end|mspace|hspace)\{[^}]{0,40}\}|\\[a-z]{1,40}/gi, ' ')
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ],
});
const item = (number: number, inside: Structure): Structure =>
  together([{ ...none, numbers: [number] }, inside]);
type Rows = readonly (readonly (readonly [down: number, across: number])[])[];
/** A table of one cell is a frame, of which we keep the content alone. A row that cells of others cover has no cells. */
const table = (rows: Rows, inside: Structure): Structure =>
  rows.flat().length === 1
    ? inside
    : together([
        {
          ...none,
          tables: [
            rows.filter((row) => row.length > 0).map((row) => row.map((spans) => spans.join('x')).join(' ')),
          ],
        },
        inside,
      ]);

const ofInlines = (content: readonly ModelInline[]): Structure =>
  together(content.map((inline) => (inline.kind === 'math' ? formula(inline.tex) : none)));

function ofBlock(block: ModelBlock): Structure {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return ofInlines(block.content);
    case 'quote':
      return ofBlocks(block.blocks);
    case 'list':
      return together(
        block.items.map(({ blocks }, index) =>
          block.ordered ? item((block.start ?? 1) + index, ofBlocks(blocks)) : ofBlocks(blocks),
        ),
      );
    case 'table':
      return table(
        block.rows.map((row) => row.map((cell) => [cell.row_span ?? 1, cell.column_span ?? 1] as const)),
        together(block.rows.flat().map(({ blocks }) => ofBlocks(blocks ?? []))),
      );
    default:
      return none;
  }
}

const ofBlocks = (blocks: readonly ModelBlock[]): Structure => together(blocks.map(ofBlock));

/** The structure of a document as we read it. Notes, which pandoc has in the text, come last. */
export const ourStructure = ({ blocks, notes }: DocumentModel): Structure =>
  ofBlocks([...blocks, ...notes.flat()]);

interface PandocNode {
  readonly t?: string;
  // biome-ignore lint/suspicious/noExplicitAny: The shape depends on the node.
  readonly c?: any;
}
type PandocRow = readonly [
  unknown,
  readonly (readonly [unknown, unknown, number, number, readonly unknown[]])[],
];

function ofNode(node: unknown): Structure {
  if (Array.isArray(node)) return together(node.map(ofNode));
  if (typeof node !== 'object' || node === null) return none;
  const { t, c } = node as PandocNode;
  if (t === 'Math') return formula(c[1]);
  if (t === 'OrderedList')
    return together(c[1].map((blocks: unknown, index: number) => item(c[0][0] + index, ofNode(blocks))));
  if (t !== 'Table') return ofNode(c);
  const [, , , head, bodies, foot] = c;
  const rows: readonly PandocRow[] = [
    // Readers of formats without headers give each table an empty one.
    ...head[1].filter(([, cells]: PandocRow) => cells.some(([, , , , content]) => content.length > 0)),
    ...bodies.flatMap(([, , own, rest]: readonly unknown[][]) => [...(own ?? []), ...(rest ?? [])]),
    ...foot[1],
  ];
  return table(
    rows.map(([, cells]) => cells.map(([, , down, across]) => [down, across] as const)),
    ofNode(rows),
  );
}

const run = promisify(execFile);

/** The structure without the cells that span others, which pandoc does not see in OpenDocument: the rows of each table. */
export const withoutSpans = ({ tables, ...structure }: Structure): Structure => ({
  ...structure,
  tables: tables.map((rows) => [`${rows.length} rows`]),
});

/** The structure of a file as pandoc reads it. */
export async function pandocStructure(path: string, from: string): Promise<Structure> {
  const { stdout } = await run('pandoc', ['-f', from, '-t', 'json', path], {
    maxBuffer: 256 * 1_048_576,
    timeout: 60_000,
  });
  return ofNode(JSON.parse(stdout).blocks);
}
