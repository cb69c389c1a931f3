import { dedented, indentOf, outdented } from '../../shared/markup/text-lines.ts';
import {
  anchor,
  type Content,
  codeElement,
  flattened,
  h,
  type Part,
  type Piece,
  texElement,
} from '../html/build-elements.ts';
import { exported, type Reading, readInline } from './inline.ts';
import { readTable } from './table.ts';

const elsewhereWarning = 'The files that the Org file includes are not part of it and were left out.';

const BEGIN = /^ *#\+begin_(\w+)(?: |$)/i;
const DYNAMIC = /^ *#\+begin: /i;
const KEYWORD = /^ *#\+([\w-]+)(?:\[[^\]]*\])?:/;
const COMMENT = /^ *#(?: |$)/;
const FIXED = /^ *:(?: |$)/;
const DRAWER = /^ *:([\w-]{1,80}):$/;
const RULE = /^ *-{5,}$/;
const ENVIRONMENT = /^ *\\begin\{([A-Za-z]{1,40}\*?)\}/;
const NOTE = /^\[fn:([\w-]{1,80})\](?: |$)/;
const ITEM = /^( *)(?:([-+])|(\d{1,9}|[A-Za-z])[.)])(?: |$)/;
const STARRED = /^( +)\*(?: |$)/;
const COUNTER = /^\[@(\d{1,9})\] */;
const BOX = /^\[([ xX-])\](?: +|$)/;

const isMark = (line: string): boolean => ITEM.test(line) || STARRED.test(line);

const preformatted = (lines: readonly string[], language?: string): Content =>
  codeElement(lines.join('\n'), language);

/** Removes the comma that escapes a line which would otherwise end its block. */
const unescaped = (line: string): string => (/^ *,(?:[*,]|#\+)/.test(line) ? line.replace(',', '') : line);

/** Line numbers of block and drawer ends, ascending, by the text of the end line. */
type Ends = ReadonlyMap<string, readonly number[]>;

/** Finds the ends of all blocks and drawers in a single pass. */
function findEnds(lines: readonly string[]): Ends {
  const ends = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim().toLowerCase();
    if (!/^(?:#\+end_\w{1,40}|#\+end:|:end:|\\end\{[a-z]{1,40}\*?\})$/.test(trimmed)) continue;
    const own = ends.get(trimmed);
    if (own === undefined) ends.set(trimmed, [at]);
    else own.push(at);
  }
  return ends;
}

/** Returns the first end after a line; undefined if there is none. */
function endAfter(ends: Ends, mark: string, at: number): number | undefined {
  const own = ends.get(mark.toLowerCase()) ?? [];
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((own[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return own[low];
}

const inside = (lines: readonly string[], { depth }: Part, reading: Reading): Content =>
  readBlocks({ lines: dedented(lines), depth: depth + 1 }, reading);

/** Reads a block between `#+BEGIN_NAME` and `#+END_NAME`. */
function readBlock(
  name: string,
  argument: string,
  lines: readonly string[],
  part: Part,
  reading: Reading,
): Content {
  switch (name) {
    case 'src':
      return preformatted(dedented(lines).map(unescaped), argument.split(/\s+/)[0] ?? '');
    case 'example':
      return preformatted(dedented(lines).map(unescaped));
    case 'verse':
      return h(
        'p',
        lines.map((line, at) => [at === 0 ? '' : h('br'), readInline(line.trim(), reading)]),
      );
    case 'quote':
      return h('blockquote', inside(lines, part, reading));
    case 'center':
      return h('center', inside(lines, part, reading));
    case 'export':
      reading.leftOut.add(exported);
      return '';
    case 'comment':
      return '';
    default:
      return inside(lines, part, reading);
  }
}

/** Returns the indentation of an item, the width up to its text, and its label. */
function markOf(line: string): { indent: number; width: number; label: string } | undefined {
  const found = ITEM.exec(line) ?? STARRED.exec(line);
  if (found === null) return undefined;
  return { indent: (found[1] ?? '').length, width: found[0].length, label: found[3] ?? '' };
}

/** Returns the end of an item: the next item, text that is not indented below it, or two empty lines. */
function endOfItem(lines: readonly string[], at: number, indent: number, ends: Ends): number {
  let end = at + 1;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    if (line === '') {
      if (lines[end + 1] === '' || lines[end + 1] === undefined) break;
    } else if (indentOf(line) <= indent) break;
    const block = BEGIN.exec(line);
    const last = block === null ? undefined : endAfter(ends, `#+end_${block[1]}`, end);
    end = (last ?? end) + 1;
  }
  return end;
}

/** Reads a list. All its items are indented like the first one. */
function listAt(part: Part, at: number, ends: Ends, reading: Reading): Piece | undefined {
  const { lines } = part;
  const first = markOf(lines[at] ?? '');
  if (first === undefined) return undefined;
  const ordered = first.label !== '';
  const items: Content[] = [];
  let start: string | undefined;
  let isDefinitions = false;
  let end = at;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    const mark = markOf(line);
    if (mark === undefined || mark.indent !== first.indent || (mark.label !== '') !== ordered) break;
    const last = endOfItem(lines, end, mark.indent, ends);
    let text = line.slice(mark.width).trimStart();
    const counter = COUNTER.exec(text);
    if (counter !== null) text = text.slice(counter[0].length);
    if (items.length === 0) start = counter?.[1];
    const box = BOX.exec(text);
    if (box !== null) text = text.slice(box[0].length);
    const term = ordered ? -1 : text.search(/ ::(?: |$)/);
    if (items.length === 0) isDefinitions = term > 0;
    const rest = dedented(lines.slice(end + 1, last));
    const body = (own: string): Content =>
      readBlocks({ lines: own === '' ? rest : [own, ...rest], depth: part.depth + 1 }, reading);
    const checkbox =
      box === null
        ? ''
        : h('input', '', { type: 'checkbox', checked: /x/i.test(box[1] ?? '') ? '' : undefined });
    if (isDefinitions && term > 0)
      items.push(
        h('dt', readInline(text.slice(0, term), reading)),
        h('dd', body(text.slice(term + 3).trim())),
      );
    else items.push(isDefinitions ? h('dd', body(text)) : h('li', [checkbox, body(text)]));
    end = last;
    // Items may be separated by one empty line.
    if (
      lines[end] === '' &&
      lines[end + 1] !== undefined &&
      markOf(lines[end + 1] ?? '')?.indent === first.indent
    )
      end += 1;
  }
  if (items.length === 0) return undefined;
  const name = isDefinitions ? 'dl' : ordered ? 'ol' : 'ul';
  const type = /^[A-Za-z]$/.test(first.label) ? (first.label < 'a' ? 'A' : 'a') : undefined;
  return { content: h(name, items, { start, type }), end };
}

function tableAt({ lines }: Part, at: number, caption: Content, reading: Reading): Piece | undefined {
  if (!/^\s*\|/.test(lines[at] ?? '')) return undefined;
  let end = at;
  while (/^\s*\|/.test(lines[end] ?? '')) end += 1;
  const content = readTable(lines.slice(at, end), caption, (text) => readInline(text, reading));
  return { content, end };
}

/** Reads a footnote, which ends at two empty lines, another footnote, or the end of the part. */
function noteAt(part: Part, at: number, reading: Reading): Piece | undefined {
  const found = NOTE.exec(part.lines[at] ?? '');
  if (found === null) return undefined;
  let end = at + 1;
  for (let line = part.lines[end]; line !== undefined; line = part.lines[end]) {
    if (NOTE.test(line) || (line === '' && part.lines[end + 1] === '')) break;
    end += 1;
  }
  const text = (part.lines[at] ?? '').slice(found[0].length);
  const content = inside([text, ...part.lines.slice(at + 1, end)], part, reading);
  reading.notes.set(found[1] ?? '', content);
  return { content: '', end };
}

/** Returns true if a line ends the previous paragraph. */
const endsParagraph = (line: string): boolean =>
  line === '' ||
  BEGIN.test(line) ||
  KEYWORD.test(line) ||
  COMMENT.test(line) ||
  FIXED.test(line) ||
  DRAWER.test(line) ||
  RULE.test(line) ||
  ENVIRONMENT.test(line) ||
  isMark(line) ||
  /^\s*\|/.test(line) ||
  NOTE.test(line);

const withoutNumbers = (tex: string): string => tex.replaceAll(/\\label\{[^{}]{0,200}\}/g, '');

/** Returns a formula environment as TeX. */
function environmentTex(name: string, lines: readonly string[]): string {
  const whole = withoutNumbers(lines.join('\n').trim());
  const content = whole.slice(whole.indexOf('}') + 1, whole.lastIndexOf('\\end')).trim();
  if (/^(?:equation|displaymath|math)\*?$/.test(name)) return content;
  return /^(?:align|eqnarray)\*?$/.test(name) ? `\\begin{aligned}${content}\\end{aligned}` : whole;
}

/** Reads blocks. */
export function readBlocks(part: Part, reading: Reading): Content {
  const { lines } = part;
  reading.count();
  const flat = flattened(part, reading);
  if (flat !== undefined) return flat;
  const ends = findEnds(lines);
  const out: Content[] = [];
  let caption: Content = '';

  /** Reads a block with an end line. */
  function delimited(line: string, at: number): Piece | undefined {
    const block = BEGIN.exec(line);
    if (block !== null) {
      const [mark, name = ''] = block;
      const last = endAfter(ends, `#+end_${name}`, at);
      if (last === undefined) return undefined;
      const content = readBlock(
        name.toLowerCase(),
        line.slice(mark.length).trim(),
        lines.slice(at + 1, last),
        part,
        reading,
      );
      return { content, end: last + 1 };
    }
    if (DYNAMIC.test(line)) {
      const last = endAfter(ends, '#+end:', at);
      return last === undefined
        ? undefined
        : { content: inside(lines.slice(at + 1, last), part, reading), end: last + 1 };
    }
    const drawer = DRAWER.exec(line)?.[1]?.toLowerCase();
    if (drawer !== undefined && drawer !== 'end') {
      const last = endAfter(ends, ':end:', at);
      if (last === undefined) return undefined;
      const isShown = drawer !== 'properties' && drawer !== 'logbook';
      return { content: isShown ? inside(lines.slice(at + 1, last), part, reading) : '', end: last + 1 };
    }
    const environment = ENVIRONMENT.exec(line)?.[1];
    if (environment === undefined) return undefined;
    const mark = `\\end{${environment}}`;
    const last = line.endsWith(mark) ? at : endAfter(ends, mark, at);
    if (last === undefined) return undefined;
    return {
      content: h('p', texElement(environmentTex(environment, lines.slice(at, last + 1)), true)),
      end: last + 1,
    };
  }

  function keyword(line: string, at: number): Piece | undefined {
    const found = KEYWORD.exec(line);
    if (found === null) return undefined;
    const [mark, name = ''] = found;
    const value = line.slice(mark.length).trim();
    switch (name.toLowerCase()) {
      case 'caption':
        caption = readInline(value, reading);
        return { content: '', end: at + 1 };
      case 'name':
      case 'label':
        return { content: anchor(value.toLowerCase()), end: at + 1 };
      case 'html':
      case 'latex':
      case 'odt':
      case 'ascii':
      case 'texinfo':
      case 'beamer':
        reading.leftOut.add(exported);
        return { content: '', end: at + 1 };
      case 'macro':
        reading.leftOut.add('macros, which stay as they are in the text');
        return { content: '', end: at + 1 };
      case 'include':
      case 'transclude':
        reading.warnings.add(elsewhereWarning);
        return { content: '', end: at + 1 };
      default:
        return { content: '', end: at + 1 };
    }
  }

  function fixed(at: number): Piece | undefined {
    if (!FIXED.test(lines[at] ?? '')) return undefined;
    let end = at;
    while (FIXED.test(lines[end] ?? '')) end += 1;
    return { content: preformatted(lines.slice(at, end).map((line) => line.trimStart().slice(2))), end };
  }

  function paragraph(at: number): Piece {
    let end = at + 1;
    while (end < lines.length && !endsParagraph(lines[end] ?? '')) end += 1;
    const text = lines.slice(at, end).map((line) => outdented(line, line.length));
    return { content: h('p', readInline(text.join('\n'), reading)), end };
  }

  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (line === '' || COMMENT.test(line)) {
      at += 1;
      continue;
    }
    reading.count();
    const named = keyword(line, at);
    if (named !== undefined) {
      out.push(named.content);
      at = named.end;
      continue;
    }
    const table = tableAt(part, at, caption, reading);
    const { content, end } =
      table ??
      delimited(line, at) ??
      noteAt(part, at, reading) ??
      fixed(at) ??
      (RULE.test(line) ? { content: h('hr'), end: at + 1 } : undefined) ??
      listAt(part, at, ends, reading) ??
      paragraph(at);
    const isFigure = caption !== '' && table === undefined;
    out.push(isFigure ? h('figure', [content, h('figcaption', caption)]) : content);
    caption = '';
    at = end;
  }
  return out;
}
