import { deflateSync } from 'node:zlib';

// PDFs with tags that are made in code, in the shapes in which programs write them.

/** Marked content of a page: its page from 1 and its identifier. */
interface Content {
  readonly page: number;
  readonly mark: number;
}

/** A structure element: its type, its entries as they are in the file, and its kids. */
export interface Tag {
  readonly type: string;
  readonly entries: string;
  readonly kids: readonly (Tag | Content | string)[];
}

/** Creates an element. Kids that are texts are written as they are. */
export const tag = (type: string, entries: string, ...kids: Tag['kids']): Tag => ({ type, entries, kids });

/** A line of text on a page. Its mark is the identifier of its content, or that of an artifact. */
interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly mark?: number | 'artifact' | undefined;
  /** The identifiers of the content that its content is in. */
  readonly around?: readonly number[] | undefined;
  readonly size?: number | undefined;
}

/** How a file is written. */
interface Shape {
  readonly pages: readonly (readonly Line[])[];
  /** Lines that are drawn on each page: from x, y to x, y. */
  readonly rules?: readonly (readonly [number, number, number, number])[];
  readonly root: readonly Tag[];
  /** Entries of the root of the structure, such as a role map. */
  readonly rootEntries?: string;
  readonly catalogEntries?: string;
  /** Whether objects are compressed in an object stream. */
  readonly isPacked?: boolean;
  /** Whether content is written as a dictionary with its page. */
  readonly hasReferences?: boolean;
  /** Further objects, from number 1000. */
  readonly more?: readonly string[];
}

const stream = (content: string): string => `<</Length ${content.length}>>stream\n${content}\nendstream`;

function contentOf(lines: readonly Line[]): string {
  return lines
    .map(({ text, x, y, mark, around = [], size = 11 }) => {
      const shown = `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`;
      if (mark === undefined) return shown;
      const startOf = (own: number): string => `/P <</MCID ${own}>> BDC`;
      const start = mark === 'artifact' ? '/Artifact BMC' : startOf(mark);
      return [...around.map(startOf), start, shown, 'EMC', ...around.map(() => 'EMC')].join(' ');
    })
    .join('\n');
}

const highestOf = (objects: ReadonlyMap<number, string>): number =>
  [...objects.keys()].reduce((highest, number) => Math.max(highest, number), 0);

/** Writes objects with a cross-reference table. */
function plainFile(objects: ReadonlyMap<number, string>): Buffer {
  const parts: string[] = ['%PDF-1.7\n'];
  let length = parts[0]?.length ?? 0;
  const rows: string[] = [];
  const size = highestOf(objects) + 1;
  for (let number = 0; number < size; number += 1) {
    const object = objects.get(number);
    rows.push(
      object === undefined ? '0000000000 65535 f \n' : `${String(length).padStart(10, '0')} 00000 n \n`,
    );
    if (object === undefined) continue;
    const part = `${number} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
  }
  parts.push(
    `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

/** Writes objects but streams in an object stream, with a cross-reference stream whose rows are predicted by the ones above. */
function packedFile(objects: ReadonlyMap<number, string>): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const places = new Map<number, readonly [number, number, number]>();
  const highest = highestOf(objects);
  const [packed, table] = [highest + 1, highest + 2];
  const add = (number: number, before: string, bytes: Buffer, after: string): void => {
    places.set(number, [1, length, 0]);
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj\n${before}`),
      bytes,
      Buffer.from(`${after}\nendobj\n`),
    ]);
    parts.push(part);
    length += part.length;
  };
  const inside: [number, string][] = [];
  for (const [number, object] of objects)
    if (object.includes('endstream')) add(number, '', Buffer.from(object, 'latin1'), '');
    else inside.push([number, object]);
  let offset = 0;
  const header = inside.map(([number, object], index) => {
    places.set(number, [2, packed, index]);
    const entry = `${number} ${offset} `;
    offset += object.length + 1;
    return entry;
  });
  const body = deflateSync(
    Buffer.from(`${header.join('')}${inside.map(([, object]) => `${object} `).join('')}`, 'latin1'),
  );
  add(
    packed,
    `<</Type/ObjStm/N ${inside.length}/First ${header.join('').length}/Filter/FlateDecode/Length ${body.length}>>stream\n`,
    body,
    '\nendstream',
  );
  const start = length;
  places.set(table, [1, start, 0]);
  let above = Buffer.alloc(7);
  const rows = Array.from({ length: table + 1 }, (_, number) => {
    const [kind, field, last] = places.get(number) ?? [0, 0, 0];
    const row = Buffer.alloc(7);
    row.writeUInt8(kind, 0);
    row.writeUInt32BE(field, 1);
    row.writeUInt16BE(last, 5);
    const predicted = Buffer.from(row.map((byte, at) => byte - (above[at] ?? 0)));
    above = row;
    return Buffer.concat([Buffer.from([2]), predicted]);
  });
  const xref = deflateSync(Buffer.concat(rows));
  add(
    table,
    `<</Type/XRef/Size ${table + 1}/Root 1 0 R/W[1 4 2]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 7>>/Length ${xref.length}>>stream\n`,
    xref,
    '\nendstream',
  );
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}

/** Writes a tagged PDF. */
export function taggedPdf({
  pages,
  rules = [],
  root,
  rootEntries = '',
  catalogEntries = '',
  isPacked = false,
  hasReferences = false,
  more = [],
}: Shape): Buffer {
  const objects = new Map<number, string>();
  const pageNumber = (page: number): number => 10 + page * 2;
  objects.set(
    1,
    `<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 4 0 R${catalogEntries}>>`,
  );
  objects.set(
    2,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${pageNumber(at + 1)} 0 R`).join(' ')}]>>`,
  );
  objects.set(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
  for (const [at, lines] of pages.entries()) {
    const number = pageNumber(at + 1);
    objects.set(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/StructParents ${at}/Contents ${number + 1} 0 R>>`,
    );
    const drawn = rules.map(([x, y, toX, toY]) => `${x} ${y} m ${toX} ${toY} l S\n`).join('');
    objects.set(number + 1, stream(`${drawn}${contentOf(lines)}`));
  }
  for (const [at, object] of more.entries()) objects.set(1000 + at, object);
  let next = 2000;
  const addTag = ({ type, entries, kids }: Tag, parent: number): number => {
    const number = next;
    next += 1;
    const first = kids.find((kid) => typeof kid === 'object' && 'mark' in kid);
    const own = typeof first === 'object' && 'mark' in first ? first.page : undefined;
    const written = kids.map((kid) => {
      if (typeof kid === 'string') return kid;
      if ('type' in kid) return `${addTag(kid, number)} 0 R`;
      return hasReferences || kid.page !== own
        ? `<</Type/MCR/Pg ${pageNumber(kid.page)} 0 R/MCID ${kid.mark}>>`
        : String(kid.mark);
    });
    const page = own === undefined ? '' : `/Pg ${pageNumber(own)} 0 R`;
    const content = written.length === 1 ? ` ${written[0]}` : `[${written.join(' ')}]`;
    objects.set(number, `<</Type/StructElem/S/${type}/P ${parent} 0 R${page}${entries}/K${content}>>`);
    return number;
  };
  const top = root.map((each) => `${addTag(each, 4)} 0 R`);
  objects.set(4, `<</Type/StructTreeRoot${rootEntries}/K[${top.join(' ')}]>>`);
  return isPacked ? packedFile(objects) : plainFile(objects);
}
