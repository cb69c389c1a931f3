import type {
  DocumentTree,
  Inline,
  ListItem,
  TextStyle,
  TreeBlock,
  TreeCell,
} from '../../../lib/conversions/document/document-tree.ts';
import { labelOf } from '../../../lib/conversions/document/list-labels.ts';
import { textStyles } from '../../../lib/conversions/document/merge-runs.ts';

/** Text with its styles, or anything else in a line. */
export interface NormalRun {
  readonly text: string;
  /** Styles in a fixed order, and the address of a link. */
  readonly marks: readonly string[];
  /** What is in place of text: a line break, an image, a formula or a note. */
  readonly object?: NormalObject | undefined;
}

type NormalObject =
  | readonly ['break']
  | readonly ['image' | 'math', string]
  | readonly ['note', readonly NormalBlock[]];

/** A block in normal form: two documents with equal normal forms show the same. */
export type NormalBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly line: readonly NormalRun[] }
  | { readonly kind: 'paragraph'; readonly line: readonly NormalRun[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly NormalItem[] }
  | { readonly kind: 'table'; readonly headerRows: number; readonly rows: readonly (readonly NormalCell[])[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string | undefined }
  | { readonly kind: 'quote'; readonly blocks: readonly NormalBlock[] }
  | { readonly kind: 'rule' }
  | { readonly kind: 'page_break' };

export interface NormalItem {
  readonly label: string;
  readonly checked: boolean | undefined;
  readonly blocks: readonly NormalBlock[];
}

export interface NormalCell {
  readonly blocks: readonly NormalBlock[];
  readonly columnSpan: number;
  readonly rowSpan: number;
  readonly align: string;
}

type Signs = readonly { readonly sign: string; readonly marks: readonly string[] }[];

/** An address, whose letters outside of ASCII may be encoded. */
const encoded = (address: string): string => address.replaceAll(/[^ -~]+/g, encodeURIComponent);

const marksOf = (piece: TextStyle & { readonly href?: string | undefined }): string[] => [
  ...textStyles.filter((style) => piece[style] === true),
  ...(piece.href === undefined ? [] : [`link ${encoded(piece.href)}`]),
];

/** White space has the marks that the text on both of its sides shares: writers move it out of marks. */
function withoutMarkedSpace(signs: Signs): Signs {
  const nearest = (from: number, step: number): readonly string[] => {
    for (let at = from; at >= 0 && at < signs.length; at += step)
      if (signs[at]?.sign.trim() !== '') return signs[at]?.marks ?? [];
    return [];
  };
  return signs.map((each, at) => {
    if (each.sign.trim() !== '') return each;
    const after = nearest(at, 1);
    return { ...each, marks: nearest(at, -1).filter((mark) => after.includes(mark)) };
  });
}

/** The runs of a line: each style change starts one. White space is one space, and none at the ends or at a break. */
function normalLine(content: readonly Inline[], notes: readonly (readonly TreeBlock[])[]): NormalRun[] {
  const objects: NormalObject[] = [];
  // An object is one sign of the private use area, which no text of a test has.
  const first = 0xe000;
  const signs: { sign: string; marks: readonly string[] }[] = [];
  for (const piece of content) {
    if (piece.kind === 'text') {
      const marks = marksOf(piece);
      for (const sign of piece.text.replaceAll(/\s/g, ' ')) {
        if (sign === ' ' && (signs.at(-1)?.sign ?? ' ') === ' ') continue;
        signs.push({ sign, marks });
      }
      continue;
    }
    const object = objectOf(piece, notes);
    if (object === undefined) continue;
    if (object[0] === 'break' && signs.at(-1)?.sign === ' ') signs.pop();
    signs.push({ sign: String.fromCharCode(first + objects.length), marks: [] });
    objects.push(object);
  }
  const isBreak = (at: number): boolean =>
    objects[(signs[at]?.sign.charCodeAt(0) ?? 0) - first]?.[0] === 'break';
  const shown = signs.filter(
    ({ sign }, at) => !(sign === ' ' && (at === signs.length - 1 || isBreak(at - 1))),
  );
  const runs: { text: string; marks: readonly string[]; object?: NormalObject | undefined }[] = [];
  for (const { sign, marks } of withoutMarkedSpace(shown)) {
    const object = objects[sign.charCodeAt(0) - first];
    const last = runs.at(-1);
    if (object !== undefined) runs.push({ text: '', marks: [], object });
    else if (last !== undefined && last.object === undefined && last.marks.join() === marks.join())
      last.text += sign;
    else runs.push({ text: sign, marks });
  }
  return runs;
}

function objectOf(piece: Inline, notes: readonly (readonly TreeBlock[])[]): NormalObject | undefined {
  switch (piece.kind) {
    case 'line_break':
      return ['break'];
    case 'image':
      return ['image', piece.alt.replaceAll(/\s+/g, ' ').trim()];
    case 'math':
      return ['math', piece.tex.replaceAll(/\s/g, '')];
    case 'note':
      return ['note', normalBlocks(notes[piece.note] ?? [], [])];
    default:
      return undefined;
  }
}

const normalItem = (item: ListItem, label: string, notes: readonly (readonly TreeBlock[])[]): NormalItem => ({
  label,
  checked: item.checked,
  blocks: normalBlocks(item.blocks, notes),
});

/** The alignment of a cell, or that of all its paragraphs. */
function alignOf(cell: Exclude<TreeCell, string>): string {
  const aligns = new Set(cell.blocks.map((block) => ('align' in block ? block.align : undefined)));
  const [only] = aligns;
  return cell.align ?? (aligns.size === 1 ? only : undefined) ?? 'left';
}

function normalCell(cell: TreeCell, notes: readonly (readonly TreeBlock[])[]): NormalCell {
  if (typeof cell === 'string')
    return {
      blocks: normalBlocks([{ kind: 'paragraph', content: [{ kind: 'text', text: cell }] }], notes),
      columnSpan: 1,
      rowSpan: 1,
      align: 'left',
    };
  return {
    blocks: normalBlocks(cell.blocks, notes),
    columnSpan: cell.column_span ?? 1,
    rowSpan: cell.row_span ?? 1,
    align: alignOf(cell),
  };
}

function normalBlock(block: TreeBlock, notes: readonly (readonly TreeBlock[])[]): NormalBlock[] {
  switch (block.kind) {
    case 'heading':
      return [{ kind: 'heading', level: block.level, line: normalLine(block.content, notes) }];
    case 'paragraph': {
      const line = normalLine(block.content, notes);
      return line.length === 0 ? [] : [{ kind: 'paragraph', line }];
    }
    case 'list':
      return [
        {
          kind: 'list',
          ordered: block.ordered,
          items: block.items.map((item, at) => normalItem(item, labelOf(block, at), notes)),
        },
      ];
    case 'table':
      return [
        {
          kind: 'table',
          headerRows: block.header_rows,
          rows: block.rows.map((row) => row.map((cell) => normalCell(cell, notes))),
        },
      ];
    case 'code':
      return [{ kind: 'code', text: block.text, language: block.language }];
    case 'quote':
      return [{ kind: 'quote', blocks: normalBlocks(block.blocks, notes) }];
    case 'rule':
    case 'page_break':
      return [{ kind: block.kind }];
    default:
      return [];
  }
}

const normalBlocks = (
  blocks: readonly TreeBlock[],
  notes: readonly (readonly TreeBlock[])[],
): NormalBlock[] => blocks.flatMap((block) => normalBlock(block, notes));

/** The normal form of a document. */
export const normalForm = ({ blocks, notes }: DocumentTree): NormalBlock[] => normalBlocks(blocks, notes);
