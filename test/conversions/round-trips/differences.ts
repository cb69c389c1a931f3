import type { NormalBlock, NormalCell, NormalItem, NormalRun } from './normal-form.ts';

/** A change of the document that a format makes by its nature, and nothing else may change it. */
interface Difference {
  readonly what: string;
  readonly why: string;
  readonly apply: (blocks: readonly NormalBlock[]) => readonly NormalBlock[];
}

type Table = Extract<NormalBlock, { kind: 'table' }>;

interface Change {
  readonly table?: (table: Table) => Table;
  readonly blocks?: (blocks: readonly NormalBlock[]) => readonly NormalBlock[];
  readonly line?: (line: readonly NormalRun[], block: NormalBlock) => readonly NormalRun[];
  readonly cell?: (cell: NormalCell) => NormalCell;
  readonly item?: (item: NormalItem) => NormalItem;
}

/** Changes the lines, cells, items and then the sequences of blocks of a document, from the inside out. */
function change(blocks: readonly NormalBlock[], how: Change): readonly NormalBlock[] {
  const {
    blocks: ofBlocks = same,
    line: ofLine = same,
    table: ofTable = same,
    cell: ofCell = same,
    item: ofItem = same,
  } = how;
  const inRun = (run: NormalRun): NormalRun =>
    run.object?.[0] === 'note' ? { ...run, object: ['note', change(run.object[1], how)] } : run;
  const inBlock = (block: NormalBlock): NormalBlock => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return { ...block, line: joined(ofLine(block.line.map(inRun), block)) };
      case 'list':
        return {
          ...block,
          items: block.items.map((item) => ofItem({ ...item, blocks: change(item.blocks, how) })),
        };
      case 'table':
        return ofTable({
          ...block,
          rows: block.rows.map((row) =>
            row.map((cell) => ofCell({ ...cell, blocks: change(cell.blocks, how) })),
          ),
        });
      case 'quote':
        return { ...block, blocks: change(block.blocks, how) };
      default:
        return block;
    }
  };
  return ofBlocks(blocks.map(inBlock));
}

const same = <T>(value: T): T => value;

/** Joins neighbouring runs with the same marks. */
function joined(line: readonly NormalRun[]): NormalRun[] {
  const runs: NormalRun[] = [];
  for (const run of line) {
    const last = runs.at(-1);
    const joins = last !== undefined && last.object === undefined && run.object === undefined;
    if (joins && last.marks.join() === run.marks.join())
      runs[runs.length - 1] = { ...last, text: last.text + run.text };
    else runs.push(run);
  }
  return runs;
}

const withoutMarks = (...names: readonly string[]): Change => ({
  line: (line) => line.map((run) => ({ ...run, marks: run.marks.filter((mark) => !names.includes(mark)) })),
});

const isOwnAddress = (mark: string, text: string): boolean =>
  mark.startsWith('link ') &&
  text
    .trim()
    .split(' ')
    .every((word) =>
      ['', 'mailto:', 'http://'].some((scheme) => mark === `link ${scheme}${encodeURI(word)}`),
    );

/** Gives each slot of a table a cell of its own; the first has the content. A column has an alignment if its cells agree. */
function withoutSpans(table: Table): Table {
  const grid: NormalCell[][] = table.rows.map(() => []);
  for (const [row, cells] of table.rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while (grid[row]?.[column] !== undefined) column += 1;
      for (let down = 0; down < cell.rowSpan; down += 1)
        for (let right = 0; right < cell.columnSpan; right += 1) {
          const isFirst = down === 0 && right === 0;
          const slot = isFirst ? cell : { blocks: [], align: '' };
          const line = grid[row + down];
          if (line !== undefined) line[column + right] = { ...slot, columnSpan: 1, rowSpan: 1 };
        }
    }
  }
  const alignOf = (column: number): string => {
    const aligns = new Set(grid.map((line) => line[column]?.align).filter((align) => align !== ''));
    return aligns.size === 1 ? ([...aligns][0] ?? 'left') : 'left';
  };
  const rows = grid.map((line) => line.map((cell, column) => ({ ...cell, align: alignOf(column) })));
  return { ...table, rows };
}

const withoutEmptyHeader = (table: Table): Table =>
  table.headerRows === 1 && table.rows[0]?.every(({ blocks }) => blocks.length === 0)
    ? { ...table, headerRows: 0, rows: table.rows.slice(1) }
    : table;

const plain = (text: string): NormalRun => ({ text, marks: [] });
const lineBreak: NormalRun = { text: '', marks: [], object: ['break'] };

/** Blocks as lines, with labels, bullets and boxes as text. */
const linesOf = (blocks: readonly NormalBlock[]): (readonly NormalRun[])[] =>
  blocks.flatMap((block): (readonly NormalRun[])[] => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return [block.line];
      case 'list':
        return block.items.map(({ label, checked, blocks: inside }) => {
          const box = checked === undefined ? '•' : checked ? '☑' : '☐';
          return [plain(`${block.ordered ? label : box} `), ...joinedLines(linesOf(inside))];
        });
      case 'code':
        return block.text.split('\n').map((text) => [{ text: text.trim(), marks: ['code'] }]);
      case 'quote':
        return linesOf(block.blocks);
      default:
        return [];
    }
  });

const joinedLines = (lines: readonly (readonly NormalRun[])[]): readonly NormalRun[] =>
  lines.flatMap((line, at) => (at === 0 ? line : [lineBreak, ...line]));

function asOneLine(cell: NormalCell): NormalCell {
  const line = joined(joinedLines(linesOf(cell.blocks)));
  return { ...cell, blocks: line.length === 0 ? [] : [{ kind: 'paragraph', line }] };
}

const isBullets = (block: NormalBlock | undefined): block is NormalBlock & { kind: 'list' } =>
  block?.kind === 'list';

const numberOf = (item: NormalItem | undefined): number => Number.parseInt(item?.label ?? '', 10);

/** Adds blocks to the innermost item at the end of a list. */
const withRemarks = (items: readonly NormalItem[], remarks: readonly NormalBlock[]): readonly NormalItem[] =>
  items.map((item, at) => {
    if (at < items.length - 1) return item;
    const inner = item.blocks.at(-1);
    const blocks = isBullets(inner)
      ? [...item.blocks.slice(0, -1), { ...inner, items: withRemarks(inner.items, remarks) }]
      : [...item.blocks, ...remarks];
    return { ...item, blocks };
  });

/** Takes up to two paragraphs between two lists into the first, if the numbers of the second continue it. */
function withInterruptedLists(blocks: readonly NormalBlock[]): readonly NormalBlock[] {
  const out: NormalBlock[] = [];
  for (const block of blocks) {
    const remarks = out.slice(out.findLastIndex(({ kind }) => kind !== 'paragraph') + 1);
    const before = out.at(-remarks.length - 1);
    const continues =
      remarks.length > 0 &&
      remarks.length <= 2 &&
      isBullets(block) &&
      isBullets(before) &&
      block.ordered &&
      before.ordered &&
      numberOf(block.items[0]) === numberOf(before.items.at(-1)) + 1;
    if (!continues) out.push(block);
    else
      out.splice(-remarks.length - 1, Infinity, {
        ...before,
        items: [...withRemarks(before.items, remarks), ...block.items],
      });
  }
  return out;
}

/** Joins lists side by side: bullets, and numbers that continue. */
function withJoinedLists(blocks: readonly NormalBlock[]): readonly NormalBlock[] {
  const out: NormalBlock[] = [];
  for (const block of blocks) {
    const last = out.at(-1);
    const joins =
      isBullets(last) &&
      isBullets(block) &&
      last.ordered === block.ordered &&
      (!block.ordered || numberOf(block.items[0]) === numberOf(last.items.at(-1)) + 1);
    if (joins) out[out.length - 1] = { ...last, items: [...last.items, ...block.items] };
    else if (last?.kind === 'quote' && block.kind === 'quote')
      out[out.length - 1] = { ...last, blocks: withJoinedLists([...last.blocks, ...block.blocks]) };
    else out.push(block);
  }
  return out;
}

/** Marks that all text of a heading has, and code that all text of a line has. */
const withoutCommon: NonNullable<Change['line']> = (line, block) => {
  const texts = line.filter(({ object, text }) => object === undefined && text.trim() !== '');
  const names = block.kind === 'heading' ? ['bold', 'italic', 'underline', 'code'] : [];
  const common = names.filter((name) => texts.every(({ marks }) => marks.includes(name)));
  return line.map((run) => ({ ...run, marks: run.marks.filter((mark) => !common.includes(mark)) }));
};

const ofWordProcessors: readonly Difference[] = [
  {
    what: 'Marks of whole headings are those of headings.',
    why: 'The styles of headings have them, so readers do not take them for emphasis.',
    apply: (blocks) => change(blocks, { line: withoutCommon }),
  },
  {
    what: 'Code has no language.',
    why: 'No style or property of these formats states it.',
    apply: (blocks) =>
      change(blocks, {
        blocks: (inside) =>
          inside.map((each) => (each.kind === 'code' ? { ...each, language: undefined } : each)),
      }),
  },
  {
    what: 'Lists and quotes side by side are one.',
    why: 'They are paragraphs in a row, which nothing separates on the page.',
    apply: (blocks) => change(blocks, { blocks: withJoinedLists }),
  },
  {
    what: 'Up to two paragraphs between the numbers 2 and 3 of two lists are part of the item 2.',
    why: 'Numbers that continue after other text are those of one list, and only an indent could tell whose the text is.',
    apply: (blocks) => change(blocks, { blocks: withInterruptedLists }),
  },
];

const ofMarkdown: readonly Difference[] = [
  {
    what: 'Underlined text is plain.',
    why: 'Markdown has no underline, and underlined text in a page looks like a link.',
    apply: (blocks) => change(blocks, withoutMarks('underline')),
  },
  {
    what: 'A bare address is a link.',
    why: 'GitHub Flavored Markdown links addresses in text. Writing them so that they are not would disfigure them.',
    apply: (blocks) =>
      change(blocks, {
        line: (line) =>
          line.map((run) => ({ ...run, marks: run.marks.filter((mark) => !isOwnAddress(mark, run.text)) })),
      }),
  },
  {
    what: 'A merged cell is followed by empty cells.',
    why: 'Markdown has no merged cells.',
    apply: (blocks) => change(blocks, { table: withoutSpans }),
  },
  {
    what: 'The blocks of a cell are lines of one paragraph, with labels, bullets and boxes as text, and without rules.',
    why: 'A cell is a line in Markdown: its blocks are joined with <br>.',
    apply: (blocks) => change(blocks, { cell: asOneLine }),
  },
];

/** The documented differences of each round trip. */
export const differences: Readonly<Record<string, readonly Difference[]>> = {
  html: [],
  markdown: ofMarkdown,
  'markdown by CommonMark': ofMarkdown,
  'markdown by pandoc': [
    ...ofMarkdown,
    {
      what: 'A table whose header is empty has none.',
      why: 'pandoc takes it for a table without a header, which Markdown cannot state otherwise.',
      apply: (blocks) => change(blocks, { table: withoutEmptyHeader }),
    },
    {
      what: 'Code has no language.',
      why: 'Pages of pandoc state it in a class of their own, which the reader of pages does not know.',
      apply: (blocks) =>
        change(blocks, {
          blocks: (inside) =>
            inside.map((each) => (each.kind === 'code' ? { ...each, language: undefined } : each)),
        }),
    },
  ],
  docx: ofWordProcessors,
  odt: ofWordProcessors,
  epub: [
    {
      what: 'Chapters start on a page of their own.',
      why: 'Each chapter is a file of the book.',
      apply: (blocks) => blocks.filter(({ kind }) => kind !== 'page_break'),
    },
    {
      what: 'Links to other files are text.',
      why: 'A book may refer only to its own files (EPUB 3.3, 3.6).',
      apply: (blocks) =>
        change(blocks, {
          line: (line) =>
            line.map((run) => ({ ...run, marks: run.marks.filter((mark) => !mark.startsWith('link ..')) })),
        }),
    },
  ],
};
