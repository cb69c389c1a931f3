import { formatNumber } from '../../base/number-formats.ts';
import { dedented, endOfFilled, endOfIndented, indentOf } from '../../shared/markup/text-lines.ts';
import {
  anchor,
  type Content,
  codeElement,
  flattened,
  h,
  type Part,
  type Piece,
  tableElement,
} from '../html/build-elements.ts';
import { type BlockReading, BULLET, bulletItems, fieldOf, itemLines } from './block-reading.ts';
import { isAdornment, referenceName, titleAt } from './definitions.ts';
import { readDirective } from './directives.ts';
import { isCitation, noteId, readInline } from './inline.ts';
import { type DrawnTable, gridAt, readGrid, readSimple, simpleAt } from './tables.ts';

type Rule = (part: Part, at: number, reading: BlockReading) => Piece | undefined;

const inside = (lines: readonly string[], { depth }: Part, reading: BlockReading): Content =>
  readBlocks({ lines: dedented(lines), depth: depth + 1 }, reading);

const ENUMERATOR = /^\(?(\d{1,9}|[a-zA-Z]|[ivxlcdm]{1,12}|[IVXLCDM]{1,12}|#)[.)](?: +|$)/;

const bullets: Rule = (part, at, reading) => {
  const { items, end } = bulletItems(part.lines, at);
  const content = items.map((own) => h('li', inside(own, part, reading)));
  return content.length === 0 ? undefined : { content: h('ul', content), end };
};

/** The type of a list, as HTML names it, by its first label. */
function typeOf(label: string): string {
  if (/^[\d#]/.test(label)) return '1';
  const isRoman = label.length > 1 || label.toLowerCase() === 'i';
  if (label === label.toLowerCase()) return isRoman ? 'i' : 'a';
  return isRoman ? 'I' : 'A';
}

const formatsByType: Readonly<Partial<Record<string, string>>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};
const MAX_NUMBER = 4000;

/** The number that a label stands for; undefined if it is none. */
function numberOf(label: string, type: string): number | undefined {
  if (type === '1') return label === '#' ? 1 : Number(label);
  if (type === 'a' || type === 'A') return label.toLowerCase().charCodeAt(0) - 96;
  for (let number = 1; number < MAX_NUMBER; number += 1)
    if (formatNumber(number, formatsByType[type] ?? '') === label) return number;
  return undefined;
}

const enumerated: Rule = (part, at, reading) => {
  const { lines } = part;
  const [, first = ''] = ENUMERATOR.exec(lines[at] ?? '') ?? [];
  if (first === '') return undefined;
  const type = typeOf(first);
  const start = numberOf(first, type);
  // As in docutils: a paragraph that starts with `A.` is not an item.
  const next = lines[at + 1] ?? '';
  if (start === undefined || (next !== '' && indentOf(next) === 0 && !ENUMERATOR.test(next)))
    return undefined;
  const items: Content[] = [];
  let end = at;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    const [mark, label = ''] = ENUMERATOR.exec(line) ?? [];
    if (mark === undefined) break;
    const wanted = start + items.length;
    const isNext =
      label === '#' ||
      label === (type === '1' ? String(wanted) : formatNumber(wanted, formatsByType[type] ?? ''));
    if (!isNext && items.length > 0) break;
    const item = itemLines(lines, end, mark.length);
    items.push(h('li', inside(item.own, part, reading)));
    end = item.end;
  }
  return { content: h('ol', items, { type, start: String(start) }), end };
};

const definition = (term: Content, content: Content): Content => [h('dt', term), h('dd', content)];

const fields: Rule = (part, at, reading) => {
  const { lines } = part;
  const items: Content[] = [];
  let end = at;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    const field = fieldOf(line);
    if (field === undefined) break;
    const item = itemLines(lines, end, field.mark);
    if (part.depth === 0 && reading.notes.length === 0 && !reading.fields.has(field.name.toLowerCase()))
      reading.fields.set(field.name.toLowerCase(), dedented(item.own).join(' '));
    items.push(definition(readInline(field.name, reading), inside(item.own, part, reading)));
    end = item.end;
    if (lines[end - 1] === '' && fieldOf(lines[end] ?? '') === undefined) break;
  }
  if (items.length === 0) return undefined;
  const isFirst = part.depth === 0 && lines.slice(0, at).every((line) => line === '');
  // Before the title, fields are for the program that publishes the document.
  const isSettings =
    isFirst &&
    reading.title === undefined &&
    [...reading.fields].every(([name]) => /^[a-z-]+$/.test(name)) &&
    [...reading.fields.keys()].some((name) => settings.has(name));
  return { content: isSettings ? '' : h('dl', items), end };
};

const settings: ReadonlySet<string> = new Set([
  'orphan',
  'tocdepth',
  'nocomments',
  'nosearch',
  'no-search',
  'hide-toc',
  'html_theme',
  'template',
  'og:description',
]);

const OPTION = /^(?:--?[A-Za-z0-9?][\w-]{0,60}|\/[A-Z][\w-]{0,60})/;

const optionList: Rule = (part, at, reading) => {
  const { lines } = part;
  const items: Content[] = [];
  let end = at;
  for (let line = lines[end]; line !== undefined && OPTION.test(line); line = lines[end]) {
    const gap = line.indexOf('  ');
    const next = lines[end + 1] ?? '';
    if (gap < 0 && indentOf(next) === 0) break;
    const term = gap < 0 ? line : line.slice(0, gap);
    if (term.length > 120) break;
    const mark = gap < 0 ? line.length : gap + indentOf(line.slice(gap));
    const item = itemLines(lines, end, mark);
    items.push(definition(h('code', term), inside(item.own, part, reading)));
    end = item.end;
  }
  return items.length === 0 ? undefined : { content: h('dl', items), end };
};

const lineBlock: Rule = ({ lines }, at, reading) => {
  const own: string[] = [];
  let end = at;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    if (/^\|(?: |$)/.test(line)) own.push(line.slice(2).trim());
    else if (own.length > 0 && line !== '' && indentOf(line) > 0)
      own.push(`${own.pop() ?? ''} ${line.trim()}`);
    else break;
    end += 1;
  }
  if (own.length === 0) return undefined;
  const read = own.map((line, index) => [index === 0 ? '' : h('br'), readInline(line, reading)]);
  return { content: h('p', read), end };
};

function readDrawn({ rows, headerRows }: DrawnTable, part: Part, reading: BlockReading): Content {
  const span = (count: number): string | undefined => (count > 1 ? String(count) : undefined);
  const read = rows.map((cells, index) =>
    h(
      'tr',
      cells.map(({ lines, columns, rows: covered }) =>
        h(index < headerRows ? 'th' : 'td', inside(lines, part, reading), {
          colspan: span(columns),
          rowspan: span(covered),
        }),
      ),
    ),
  );
  return tableElement(read, headerRows);
}

const drawnTable: Rule = (part, at, reading) => {
  const grid = gridAt(part.lines, at);
  if (grid !== undefined) return { content: readDrawn(readGrid(grid), part, reading), end: at + grid.length };
  const simple = simpleAt(part.lines, at);
  return simple === undefined
    ? undefined
    : { content: readDrawn(readSimple(simple), part, reading), end: at + simple.length };
};

function heading(title: string, adornment: string, reading: BlockReading): Content {
  const { adornments } = reading;
  reading.title ??= title;
  if (!adornments.includes(adornment)) adornments.push(adornment);
  const level = Math.min(6, adornments.indexOf(adornment) + 1);
  return h(`h${level}`, readInline(title, reading), { id: referenceName(title) });
}

/** Sections are not inside of other blocks. */
const section: Rule = ({ lines, depth }, at, reading) => {
  const found = depth > 0 ? undefined : titleAt(lines, at);
  return found && { content: heading(found.title, found.style, reading), end: at + found.lines };
};

const transition: Rule = ({ lines }, at) => {
  const line = lines[at] ?? '';
  const isAlone = (lines[at + 1] ?? '') === '' && (lines[at - 1] ?? '') === '';
  return isAlone && line.length >= 4 && isAdornment(line) ? { content: h('hr'), end: at + 1 } : undefined;
};

const NOTE = /^\.\. \[(#?[\w.-]*|\*)\](?: |$)/;
const TARGET = /^\.\. _(`[^`]{1,500}`|(?:\\:|[^:`\\]){1,500}):(?: |$)/;
const SUBSTITUTION = /^\.\. \|[^|]{1,200}\| /;
const DIRECTIVE = /^\.\. ([A-Za-z][\w.+:-]*) ?::(?: |$)/;

/** A footnote, a citation, a target, a directive or a comment. */
const explicit: Rule = (part, at, reading) => {
  const { lines } = part;
  const line = lines[at] ?? '';
  if (/^__(?: |$)/.test(line)) return { content: '', end: at + 1 };
  if (!/^\.\.(?: |$)/.test(line)) return undefined;
  const end = endOfIndented(lines, at + 1);
  const note = NOTE.exec(line);
  if (note !== null) {
    const [mark, label = ''] = note;
    const content = inside(itemLines(lines, at, mark.length).own, part, reading);
    if (isCitation(label))
      return { content: h('div', [h('p', `[${label}]`), content], { id: noteId(label) }), end };
    let name = label;
    if (label === '#' || label === '*') {
      reading.unnumberedNotes[label] += 1;
      name = `${label}${reading.unnumberedNotes[label]}`;
    }
    reading.notes.push([noteId(name), content]);
    return { content: '', end };
  }
  const target = TARGET.exec(line);
  if (target !== null) {
    const name = referenceName((target[1] ?? '').replaceAll('`', ''));
    return reading.definitions.targets.get(name) === ''
      ? { content: anchor(name), end: at + 1 }
      : { content: '', end };
  }
  const directive = SUBSTITUTION.test(line) ? null : DIRECTIVE.exec(line);
  if (directive !== null) {
    const [mark, name = ''] = directive;
    const argument = line.slice(mark.length);
    const body = lines.slice(at + 1, end);
    const source = { name: name.toLowerCase(), argument, body, depth: part.depth + 1 };
    return { content: readDirective(source, reading), end };
  }
  // An empty comment ends at the line.
  return { content: '', end: line === '..' && (lines[at + 1] ?? '') === '' ? at + 1 : end };
};

const preformatted = (lines: readonly string[], language?: string): Content =>
  codeElement(lines.join('\n'), language);

const doctest: Rule = ({ lines }, at) => {
  if (lines[at]?.startsWith('>>> ') !== true) return undefined;
  const end = endOfFilled(lines, at);
  return { content: preformatted(lines.slice(at, end), 'python'), end };
};

const quote: Rule = (part, at, reading) => {
  if (indentOf(part.lines[at] ?? '') === 0) return undefined;
  const end = endOfIndented(part.lines, at);
  return { content: h('blockquote', inside(part.lines.slice(at, end), part, reading)), end };
};

/** The literal block after a paragraph that ends in `::`. */
function literal(lines: readonly string[], at: number): Piece {
  let from = at;
  while (lines[from] === '') from += 1;
  const first = lines[from];
  if (first === undefined) return { content: '', end: from };
  if (indentOf(first) > 0) {
    const end = endOfIndented(lines, from);
    return { content: preformatted(dedented(lines.slice(from, end))), end };
  }
  if (!/^[!-/:-@[-`{-~]/.test(first)) return { content: '', end: at };
  let end = from;
  while (lines[end]?.[0] === first[0]) end += 1;
  return { content: preformatted(lines.slice(from, end)), end };
}

const definitions: Rule = (part, at, reading) => {
  const { lines } = part;
  const isTerm = (index: number): boolean => {
    const [term = '', next = ''] = [lines[index], lines[index + 1]];
    return term !== '' && indentOf(term) === 0 && next !== '' && indentOf(next) > 0 && !term.endsWith('::');
  };
  const items: Content[] = [];
  let end = at;
  while (isTerm(end) && (end === at || !starts(lines[end] ?? ''))) {
    const last = endOfIndented(lines, end + 1);
    const content = inside(lines.slice(end + 1, last), part, reading);
    items.push(definition(readInline(lines[end] ?? '', reading), content));
    end = last;
  }
  return items.length === 0 ? undefined : { content: h('dl', items), end };
};

/** Whether a line starts a block that is not a paragraph. */
const starts = (line: string): boolean =>
  /^(?:\.\.|__)(?: |$)/.test(line) ||
  BULLET.test(line) ||
  fieldOf(line) !== undefined ||
  line.startsWith('>>> ');

const paragraph = ({ lines }: Part, at: number, reading: BlockReading): Piece => {
  let end = at;
  while (end < lines.length && lines[end] !== '' && (end === at || indentOf(lines[end] ?? '') === 0))
    end += 1;
  const text = lines.slice(at, end).join('\n');
  if (!text.endsWith('::')) return { content: h('p', readInline(text, reading)), end };
  const own =
    text === '::' || text.endsWith('\n::')
      ? text.slice(0, -2)
      : text.endsWith(' ::')
        ? text.slice(0, -3)
        : text.slice(0, -1);
  const block = literal(lines, end);
  const before = own.trim() === '' ? '' : h('p', readInline(own.trimEnd(), reading));
  return { content: [before, block.content], end: block.end };
};

const rules: readonly Rule[] = [
  quote,
  section,
  drawnTable,
  explicit,
  transition,
  bullets,
  enumerated,
  fields,
  optionList,
  lineBlock,
  doctest,
  definitions,
];

/** Reads blocks. */
export function readBlocks(part: Part, reading: BlockReading): Content {
  const { lines } = part;
  reading.count();
  const text = flattened(part, reading);
  if (text !== undefined) return text;
  const out: Content[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    reading.count();
    let read: Piece | undefined;
    for (const rule of rules) {
      read = rule(part, at, reading);
      if (read !== undefined && read.end > at) break;
    }
    const { content, end } = read !== undefined && read.end > at ? read : paragraph(part, at, reading);
    out.push(content);
    at = end;
  }
  return out;
}
