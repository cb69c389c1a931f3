import { formatNumber } from '../../base/number-formats.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { dedented, endOfFilled, endOfIndented, indentOf } from '../../shared/markup/text-lines.ts';
import { codeMarkup } from '../html/read-page.ts';
import { type BlockWriting, BULLET, fieldOf, itemLines, type Part } from './block-writing.ts';
import { isAdornment, referenceName } from './definitions.ts';
import { writeDirective } from './directives.ts';
import { isCitation, noteId, writeInline } from './inline.ts';
import { type DrawnTable, gridAt, readGrid, readSimple, simpleAt } from './tables.ts';

// Blocks inside blocks; deeper ones become text.
const MAX_DEPTH = 40;

/** HTML, and the line after what it was written from. */
interface Written {
  readonly html: string;
  readonly end: number;
}

type Rule = (part: Part, at: number, writing: BlockWriting) => Written | undefined;

const inside = (lines: readonly string[], { depth }: Part, writing: BlockWriting): string =>
  writeBlocks({ lines: dedented(lines), depth: depth + 1 }, writing);

const ENUMERATOR = /^\(?(\d{1,9}|[a-zA-Z]|[ivxlcdm]{1,12}|[IVXLCDM]{1,12}|#)[.)](?: +|$)/;

const bullets: Rule = (part, at, writing) => {
  const { lines } = part;
  const [sign] = lines[at] ?? '';
  const items: string[] = [];
  let end = at;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    const mark = BULLET.exec(line)?.[0];
    if (mark === undefined || line[0] !== sign) break;
    const item = itemLines(lines, end, mark.length);
    items.push(`<li>${inside(item.own, part, writing)}</li>`);
    end = item.end;
  }
  return items.length === 0 ? undefined : { html: `<ul>${items.join('')}</ul>`, end };
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

const enumerated: Rule = (part, at, writing) => {
  const { lines } = part;
  const [, first = ''] = ENUMERATOR.exec(lines[at] ?? '') ?? [];
  if (first === '') return undefined;
  const type = typeOf(first);
  const start = numberOf(first, type);
  // As in docutils: a paragraph that starts with `A.` is not an item.
  const next = lines[at + 1] ?? '';
  if (start === undefined || (next !== '' && indentOf(next) === 0 && !ENUMERATOR.test(next)))
    return undefined;
  const items: string[] = [];
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
    items.push(`<li>${inside(item.own, part, writing)}</li>`);
    end = item.end;
  }
  return { html: `<ol type="${type}" start="${start}">${items.join('')}</ol>`, end };
};

const definition = (term: string, content: string): string => `<dt>${term}</dt><dd>${content}</dd>`;

const fields: Rule = (part, at, writing) => {
  const { lines } = part;
  const items: string[] = [];
  let end = at;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    const field = fieldOf(line);
    if (field === undefined) break;
    const item = itemLines(lines, end, field.mark);
    if (part.depth === 0 && writing.notes.length === 0 && !writing.fields.has(field.name.toLowerCase()))
      writing.fields.set(field.name.toLowerCase(), dedented(item.own).join(' '));
    items.push(definition(writeInline(field.name, writing), inside(item.own, part, writing)));
    end = item.end;
    if (lines[end - 1] === '' && fieldOf(lines[end] ?? '') === undefined) break;
  }
  if (items.length === 0) return undefined;
  const isFirst = part.depth === 0 && lines.slice(0, at).every((line) => line === '');
  // Before the title, fields are for the program that publishes the document.
  const isSettings =
    isFirst &&
    writing.title === undefined &&
    [...writing.fields].every(([name]) => /^[a-z-]+$/.test(name)) &&
    [...writing.fields.keys()].some((name) => settings.has(name));
  return { html: isSettings ? '' : `<dl>${items.join('')}</dl>`, end };
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

const optionList: Rule = (part, at, writing) => {
  const { lines } = part;
  const items: string[] = [];
  let end = at;
  for (let line = lines[end]; line !== undefined && OPTION.test(line); line = lines[end]) {
    const gap = line.indexOf('  ');
    const next = lines[end + 1] ?? '';
    if (gap < 0 && indentOf(next) === 0) break;
    const term = gap < 0 ? line : line.slice(0, gap);
    if (term.length > 120) break;
    const mark = gap < 0 ? line.length : gap + indentOf(line.slice(gap));
    const item = itemLines(lines, end, mark);
    items.push(definition(`<code>${escapeMarkup(term)}</code>`, inside(item.own, part, writing)));
    end = item.end;
  }
  return items.length === 0 ? undefined : { html: `<dl>${items.join('')}</dl>`, end };
};

const lineBlock: Rule = ({ lines }, at, writing) => {
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
  return { html: `<p>${own.map((line) => writeInline(line, writing)).join('<br>')}</p>`, end };
};

/** The HTML of a table that is drawn with characters. */
function tableMarkup({ rows, headerRows }: DrawnTable, part: Part, writing: BlockWriting): string {
  const written = rows.map((cells, index) => {
    const name = index < headerRows ? 'th' : 'td';
    const cell = cells.map(({ lines, columns, rows: covered }) => {
      const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${covered > 1 ? ` rowspan="${covered}"` : ''}`;
      return `<${name}${spans}>${inside(lines, part, writing)}</${name}>`;
    });
    return `<tr>${cell.join('')}</tr>`;
  });
  const head = written.slice(0, headerRows).join('');
  return `<table>${head === '' ? '' : `<thead>${head}</thead>`}<tbody>${written.slice(headerRows).join('')}</tbody></table>`;
}

const drawnTable: Rule = (part, at, writing) => {
  const grid = gridAt(part.lines, at);
  if (grid !== undefined) return { html: tableMarkup(readGrid(grid), part, writing), end: at + grid.length };
  const simple = simpleAt(part.lines, at);
  return simple === undefined
    ? undefined
    : { html: tableMarkup(readSimple(simple), part, writing), end: at + simple.length };
};

const anchor = (name: string): string => `<a id="${escapeMarkup(referenceName(name))}"></a>`;

function heading(title: string, adornment: string, writing: BlockWriting): string {
  const { adornments } = writing;
  writing.title ??= title;
  if (!adornments.includes(adornment)) adornments.push(adornment);
  const level = Math.min(6, adornments.indexOf(adornment) + 1);
  return `<h${level} id="${escapeMarkup(referenceName(title))}">${writeInline(title, writing)}</h${level}>`;
}

/** A section title with a line below it, or above it too. Sections are not inside of other blocks. */
const section: Rule = ({ lines, depth }, at, writing) => {
  if (depth > 0) return undefined;
  const [line = '', next = '', third] = [lines[at], lines[at + 1], lines[at + 2]];
  if (isAdornment(line) && next !== '' && third?.[0] === line[0] && isAdornment(third, next.trim()))
    return { html: heading(next.trim(), `${line[0]}${line[0]}`, writing), end: at + 3 };
  return !isAdornment(line, line) && isAdornment(next, line) && indentOf(line) === 0
    ? { html: heading(line, next[0] ?? '', writing), end: at + 2 }
    : undefined;
};

const transition: Rule = ({ lines }, at) => {
  const line = lines[at] ?? '';
  const isAlone = (lines[at + 1] ?? '') === '' && (lines[at - 1] ?? '') === '';
  return isAlone && line.length >= 4 && isAdornment(line) ? { html: '<hr>', end: at + 1 } : undefined;
};

const NOTE = /^\.\. \[(#?[\w.-]*|\*)\](?: |$)/;
const TARGET = /^\.\. _(`[^`]{1,500}`|(?:\\:|[^:`\\]){1,500}):(?: |$)/;
const SUBSTITUTION = /^\.\. \|[^|]{1,200}\| /;
const DIRECTIVE = /^\.\. ([A-Za-z][\w.+:-]*) ?::(?: |$)/;

/** A footnote, a citation, a target, a directive or a comment. */
const explicit: Rule = (part, at, writing) => {
  const { lines } = part;
  const line = lines[at] ?? '';
  if (/^__(?: |$)/.test(line)) return { html: '', end: at + 1 };
  if (!/^\.\.(?: |$)/.test(line)) return undefined;
  const end = endOfIndented(lines, at + 1);
  const note = NOTE.exec(line);
  if (note !== null) {
    const [mark, label = ''] = note;
    const content = inside(itemLines(lines, at, mark.length).own, part, writing);
    if (isCitation(label))
      return {
        html: `<div id="${escapeMarkup(noteId(label))}"><p>[${escapeMarkup(label)}]</p>${content}</div>`,
        end,
      };
    let name = label;
    if (label === '#' || label === '*') {
      writing.unnumberedNotes[label] += 1;
      name = `${label}${writing.unnumberedNotes[label]}`;
    }
    writing.notes.push(`<li id="${escapeMarkup(noteId(name))}">${content}</li>`);
    return { html: '', end };
  }
  const target = TARGET.exec(line);
  if (target !== null) {
    const isPlace =
      writing.definitions.targets.get(referenceName((target[1] ?? '').replaceAll('`', ''))) === '';
    return {
      html: isPlace ? anchor((target[1] ?? '').replaceAll('`', '')) : '',
      end: isPlace ? at + 1 : end,
    };
  }
  const directive = SUBSTITUTION.test(line) ? null : DIRECTIVE.exec(line);
  if (directive !== null) {
    const [mark, name = ''] = directive;
    const argument = line.slice(mark.length);
    const body = lines.slice(at + 1, end);
    return {
      html: writeDirective({ name: name.toLowerCase(), argument, body, depth: part.depth + 1 }, writing),
      end,
    };
  }
  // An empty comment ends at the line.
  return { html: '', end: line === '..' && (lines[at + 1] ?? '') === '' ? at + 1 : end };
};

const preformatted = (lines: readonly string[], language?: string): string =>
  codeMarkup(lines.join('\n'), language);

const doctest: Rule = ({ lines }, at) => {
  if (lines[at]?.startsWith('>>> ') !== true) return undefined;
  const end = endOfFilled(lines, at);
  return { html: preformatted(lines.slice(at, end), 'python'), end };
};

const quote: Rule = (part, at, writing) => {
  if (indentOf(part.lines[at] ?? '') === 0) return undefined;
  const end = endOfIndented(part.lines, at);
  return { html: `<blockquote>${inside(part.lines.slice(at, end), part, writing)}</blockquote>`, end };
};

/** The literal block after a paragraph that ends in `::`. */
function literal(lines: readonly string[], at: number): Written {
  let from = at;
  while (lines[from] === '') from += 1;
  const first = lines[from];
  if (first === undefined) return { html: '', end: from };
  if (indentOf(first) > 0) {
    const end = endOfIndented(lines, from);
    return { html: preformatted(dedented(lines.slice(from, end))), end };
  }
  if (!/^[!-/:-@[-`{-~]/.test(first)) return { html: '', end: at };
  let end = from;
  while (lines[end]?.[0] === first[0]) end += 1;
  return { html: preformatted(lines.slice(from, end)), end };
}

const definitions: Rule = (part, at, writing) => {
  const { lines } = part;
  const isTerm = (index: number): boolean => {
    const [term = '', next = ''] = [lines[index], lines[index + 1]];
    return term !== '' && indentOf(term) === 0 && next !== '' && indentOf(next) > 0 && !term.endsWith('::');
  };
  const items: string[] = [];
  let end = at;
  while (isTerm(end) && (end === at || !starts(lines[end] ?? ''))) {
    const last = endOfIndented(lines, end + 1);
    const content = inside(lines.slice(end + 1, last), part, writing);
    items.push(definition(writeInline(lines[end] ?? '', writing), content));
    end = last;
  }
  return items.length === 0 ? undefined : { html: `<dl>${items.join('')}</dl>`, end };
};

/** Whether a line starts a block that is not a paragraph. */
const starts = (line: string): boolean =>
  /^(?:\.\.|__)(?: |$)/.test(line) ||
  BULLET.test(line) ||
  fieldOf(line) !== undefined ||
  line.startsWith('>>> ');

const paragraph = ({ lines }: Part, at: number, writing: BlockWriting): Written => {
  let end = at;
  while (end < lines.length && lines[end] !== '' && (end === at || indentOf(lines[end] ?? '') === 0))
    end += 1;
  const text = lines.slice(at, end).join('\n');
  if (!text.endsWith('::')) return { html: `<p>${writeInline(text, writing)}</p>`, end };
  const own =
    text === '::' || text.endsWith('\n::')
      ? text.slice(0, -2)
      : text.endsWith(' ::')
        ? text.slice(0, -3)
        : text.slice(0, -1);
  const block = literal(lines, end);
  const before = own.trim() === '' ? '' : `<p>${writeInline(own.trimEnd(), writing)}</p>`;
  return { html: `${before}${block.html}`, end: block.end };
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

/** Writes blocks as HTML. */
export function writeBlocks(part: Part, writing: BlockWriting): string {
  const { lines, depth } = part;
  if (depth > MAX_DEPTH) {
    writing.isTooDeep = true;
    return `<p>${escapeMarkup(lines.join('\n'))}</p>`;
  }
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    let written: Written | undefined;
    for (const rule of rules) {
      written = rule(part, at, writing);
      if (written !== undefined && written.end > at) break;
    }
    const { html, end } = written !== undefined && written.end > at ? written : paragraph(part, at, writing);
    out.push(html);
    at = end;
  }
  return out.join('');
}
