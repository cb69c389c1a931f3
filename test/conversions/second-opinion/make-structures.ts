import fc from 'fast-check';
import { docxOf, odfOf, odfPart, paragraph, relationships, wordPart } from '../office-files.ts';
import type { Structure } from './peer-structure.ts';

// Documents of ordered lists, tables with cells that span others, and formulas, in docx and odt.

interface MadeCell {
  readonly row: number;
  readonly column: number;
  readonly down: number;
  readonly across: number;
}
type MadeFormula = readonly [shape: 'plain' | 'power' | 'index' | 'fraction' | 'root', letters: string];

/** A block of a generated document. */
type MadeBlock =
  | { readonly kind: 'list'; readonly start: number; readonly levels: readonly number[] }
  | {
      readonly kind: 'table';
      readonly rows: number;
      readonly columns: number;
      readonly cells: readonly MadeCell[];
    }
  | { readonly kind: 'formula'; readonly formula: MadeFormula };

const lists = fc.record({
  kind: fc.constant('list' as const),
  start: fc.integer({ min: 1, max: 9 }),
  // An item is at most one level deeper than the one before.
  levels: fc
    .array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 7 })
    .map((drawn) =>
      drawn.map((_, index) =>
        drawn.slice(0, index + 1).reduce((before, level) => Math.min(level, before + 1), -1),
      ),
    ),
});

/** Puts cells of the drawn sizes into the free places of a grid, row by row. Each row has a cell that starts in it. */
function cellsIn(rows: number, columns: number, sizes: readonly (readonly [number, number])[]): MadeCell[] {
  const taken = new Set<string>();
  const cells: MadeCell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken.has(`${row},${column}`)) continue;
      const [high, wide] = sizes[cells.length % sizes.length] ?? [1, 1];
      let across = 1;
      while (across < wide && column + across < columns && !taken.has(`${row},${column + across}`))
        across += 1;
      // The last column has no tall cells, and no row is one cell: readers may take such rows for one.
      const down = column + across < columns ? Math.min(high, rows - row) : 1;
      for (let r = row; r < row + down; r += 1)
        for (let c = column; c < column + across; c += 1) taken.add(`${r},${c}`);
      cells.push({ row, column, down, across });
    }
  }
  return cells;
}

const size = fc.tuple(fc.constantFrom(1, 1, 1, 2, 3), fc.constantFrom(1, 1, 1, 2));
const tables = fc
  .tuple(
    fc.integer({ min: 2, max: 5 }),
    fc.integer({ min: 2, max: 5 }),
    fc.array(size, { minLength: 1, maxLength: 9 }),
  )
  .map(([rows, columns, sizes]) => ({
    kind: 'table' as const,
    rows,
    columns,
    cells: cellsIn(rows, columns, sizes),
  }));

const formulas = fc.record({
  kind: fc.constant('formula' as const),
  formula: fc.tuple(
    fc.constantFrom('plain', 'power', 'index', 'fraction', 'root'),
    fc.constantFrom('ab', 'x2', 'n7', 'yz', 'k1'),
  ) as fc.Arbitrary<MadeFormula>,
});

export const madeStructures: fc.Arbitrary<readonly MadeBlock[]> = fc.array(
  fc.oneof(lists, tables, formulas),
  {
    minLength: 1,
    maxLength: 6,
  },
);

function numbersOf(start: number, levels: readonly number[]): number[] {
  const counts = [start - 1, 0, 0];
  return levels.map((level) => {
    counts.fill(0, level + 1);
    counts[level] = (counts[level] ?? 0) + 1;
    return counts[level];
  });
}

const rowsOf = ({
  rows,
  cells,
}: {
  readonly rows: number;
  readonly cells: readonly MadeCell[];
}): MadeCell[][] => Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row));

/** What a reader has to find. */
export const structureOf = (blocks: readonly MadeBlock[]): Structure => ({
  numbers: blocks.flatMap((block) => (block.kind === 'list' ? numbersOf(block.start, block.levels) : [])),
  tables: blocks.flatMap((block) =>
    block.kind === 'table'
      ? [rowsOf(block).map((row) => row.map(({ down, across }) => `${down}x${across}`).join(' '))]
      : [],
  ),
  formulas: blocks.flatMap((block) => (block.kind === 'formula' ? [block.formula[1]] : [])),
});

const between = 'Between.';

const omml = ([shape, [first = '', second = '']]: readonly [string, readonly string[]]): string => {
  const [a, b] = [first, second].map((letter) => `<m:r><m:t>${letter}</m:t></m:r>`);
  return {
    plain: `${a}${b}`,
    power: `<m:sSup><m:e>${a}</m:e><m:sup>${b}</m:sup></m:sSup>`,
    index: `<m:sSub><m:e>${a}</m:e><m:sub>${b}</m:sub></m:sSub>`,
    fraction: `<m:f><m:num>${a}</m:num><m:den>${b}</m:den></m:f>`,
    root: `<m:rad><m:deg>${a}</m:deg><m:e>${b}</m:e></m:rad>`,
  }[shape as MadeFormula[0]];
};

/** A cell for each place of the row: those under a tall cell continue it. */
function docxRow(cells: readonly MadeCell[], row: number): string {
  const across = cells
    .filter((cell) => cell.row <= row && row < cell.row + cell.down)
    .sort((a, b) => a.column - b.column);
  return `<w:tr>${across
    .map((cell) => {
      const isStart = cell.row === row;
      const merge = cell.down > 1 ? `<w:vMerge${isStart ? ' w:val="restart"' : ''}/>` : '';
      return `<w:tc><w:tcPr><w:gridSpan w:val="${cell.across}"/>${merge}</w:tcPr>${paragraph(isStart ? 'Cell' : '')}</w:tc>`;
    })
    .join('')}</w:tr>`;
}

/** The document as docx. */
export function docxOfStructure(blocks: readonly MadeBlock[]): Uint8Array {
  const body = blocks.map((block, index) => {
    if (block.kind === 'list')
      return block.levels
        .map((level) =>
          paragraph('Item', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${index + 1}"/></w:numPr>`),
        )
        .join('');
    if (block.kind === 'formula')
      return `<w:p><w:r><w:t>Is </w:t></w:r><m:oMath>${omml([block.formula[0], [...block.formula[1]]])}</m:oMath></w:p>`;
    const columns = '<w:gridCol w:w="1000"/>'.repeat(block.columns);
    const rows = Array.from({ length: block.rows }, (_, row) => docxRow(block.cells, row)).join('');
    return `<w:tbl><w:tblPr/><w:tblGrid>${columns}</w:tblGrid>${rows}</w:tbl>`;
  });
  const numbering = blocks.map((block, index) => {
    const levels = [0, 1, 2].map(
      (level) =>
        `<w:lvl w:ilvl="${level}"><w:start w:val="${level === 0 && block.kind === 'list' ? block.start : 1}"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%${level + 1}."/></w:lvl>`,
    );
    return `<w:abstractNum w:abstractNumId="${index}"><w:multiLevelType w:val="multilevel"/>${levels.join('')}</w:abstractNum>`;
  });
  const used = blocks.map(
    (_, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index}"/></w:num>`,
  );
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  return docxOf(`${body.map((part) => `${part}${paragraph(between)}`).join('')}<w:sectPr/>`, {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/><Override PartName="/word/numbering.xml" ContentType="${type}.numbering+xml"/></Types>`,
    '_rels/.rels': relationships({ d: ['officeDocument', 'word/document.xml'] }),
    'word/numbering.xml': wordPart('numbering', [...numbering, ...used].join('')),
    'word/_rels/document.xml.rels': relationships({ n: ['numbering', 'numbering.xml'] }),
  });
}

function odtList(levels: readonly number[], level = 0): string {
  let items = '';
  for (let index = 0; index < levels.length; ) {
    const next = levels.findIndex((each, at) => at > index && each <= level);
    const end = next === -1 ? levels.length : next;
    const inside = levels.slice(index + 1, end);
    items += `<text:list-item><text:p>Item</text:p>${inside.length === 0 ? '' : `<text:list>${odtList(inside, level + 1)}</text:list>`}</text:list-item>`;
    index = end;
  }
  return items;
}

const mathml = ([shape, [first = '', second = '']]: readonly [string, readonly string[]]): string => {
  const [a, b] = [first, second].map((letter) =>
    /\d/.test(letter) ? `<math:mn>${letter}</math:mn>` : `<math:mi>${letter}</math:mi>`,
  );
  return {
    plain: `<math:mrow>${a}${b}</math:mrow>`,
    power: `<math:msup>${a}${b}</math:msup>`,
    index: `<math:msub>${a}${b}</math:msub>`,
    fraction: `<math:mfrac>${a}${b}</math:mfrac>`,
    // MathML has the degree of a root last.
    root: `<math:mroot>${b}${a}</math:mroot>`,
  }[shape as MadeFormula[0]];
};

function odtRow({ cells, columns }: MadeBlock & { readonly kind: 'table' }, row: number): string {
  const places = Array.from({ length: columns }, (_, column) => {
    const cell = cells.find((each) => each.row === row && each.column === column);
    return cell === undefined
      ? '<table:covered-table-cell/>'
      : `<table:table-cell table:number-rows-spanned="${cell.down}" table:number-columns-spanned="${cell.across}"><text:p>Cell</text:p></table:table-cell>`;
  });
  return `<table:table-row>${places.join('')}</table:table-row>`;
}

/** The document as odt. */
export function odtOfStructure(blocks: readonly MadeBlock[]): Uint8Array {
  const objects: Record<string, string> = {};
  const body = blocks.map((block, index) => {
    if (block.kind === 'list')
      return `<text:list text:style-name="L${index}">${odtList(block.levels)}</text:list>`;
    if (block.kind === 'table')
      return `<table:table><table:table-column table:number-columns-repeated="${block.columns}"/>${Array.from({ length: block.rows }, (_, row) => odtRow(block, row)).join('')}</table:table>`;
    objects[`Object ${index}/content.xml`] =
      `<math:math xmlns:math="http://www.w3.org/1998/Math/MathML">${mathml([block.formula[0], [...block.formula[1]]])}</math:math>`;
    return `<text:p>Is <draw:frame text:anchor-type="as-char" svg:width="1cm" svg:height="1cm"><draw:object xlink:href="./Object ${index}"/></draw:frame></text:p>`;
  });
  const styles = blocks.map((block, index) => {
    const levels = [1, 2, 3].map(
      (level) =>
        `<text:list-level-style-number text:level="${level}" style:num-format="1" style:num-suffix="."${level === 1 && block.kind === 'list' ? ` text:start-value="${block.start}"` : ''}/>`,
    );
    return `<text:list-style style:name="L${index}">${levels.join('')}</text:list-style>`;
  });
  return odfOf('text', body.map((part) => `${part}<text:p>${between}</text:p>`).join(''), styles.join(''), {
    'styles.xml': odfPart('office:document-styles', ''),
    ...objects,
  });
}
