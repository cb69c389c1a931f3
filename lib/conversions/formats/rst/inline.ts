import { nameTable } from '../../base/name-table.ts';
import { cleanText } from '../../document/clean-text.ts';
import {
  type Content,
  h,
  type LineReading,
  noteReference,
  type Piece,
  readPieces,
  texElement,
} from '../html/build-elements.ts';
import { type Definitions, referenceName } from './definitions.ts';

/** The state of a document whose text is being read. */
export interface Reading extends LineReading {
  readonly definitions: Definitions;
  /** References without a name that were read. */
  anonymous: number;
  /** Footnotes without a number that were referred to: numbered ones and symbols. */
  readonly unnumbered: { '#': number; '*': number };
}

/** The id of the note with a name. */
export const noteId = (name: string): string => `note-${name.toLowerCase()}`;

/** Whether a name in brackets is that of a citation rather than of a footnote. */
export const isCitation = (name: string): boolean => !/^(?:\d+|[#*].*)$/.test(name);

// docutils, "Inline markup recognition rules".
const BEFORE = /[\s'"([{<\-/:\u2018\u201c\u00ab\u00bf\u2010-\u2015]/;
const AFTER = /[\s'")\]}>\-/:.,;!?\\\u2019\u201d\u00bb\u2010-\u2015]/;
const ROLE = /:([A-Za-z][\w.+:-]{0,80}):`/y;
const ROLE_AFTER = /:([A-Za-z][\w.+:-]{0,80}):/y;
const NOTE = /\[(#?[\w.-]{0,80}|\*)\]_(?!\w)/y;
const URL = /https?:\/\/[^\s<>"`{}|\\^]{1,2000}/y;
const MAX_NAME = 100;
const MAX_DEPTH = 5;

const tags: Readonly<Record<string, string>> = nameTable({
  emphasis: 'em',
  strong: 'strong',
  literal: 'code',
  code: 'code',
  sub: 'sub',
  subscript: 'sub',
  sup: 'sup',
  superscript: 'sup',
  'title-reference': 'em',
  title: 'em',
  t: 'em',
  command: 'strong',
  dfn: 'em',
  guilabel: 'strong',
  menuselection: 'strong',
  term: 'em',
  kbd: 'code',
  file: 'code',
  samp: 'code',
  program: 'strong',
});

// Roles whose text is prose: cross references to places and documents, and abbreviations.
const prose: ReadonlySet<string> = new Set(
  'ref doc any numref download abbr abbreviation acronym rfc pep pep-reference rfc-reference index cite eq user gh issue pr'.split(
    ' ',
  ),
);

const unescaped = (text: string): string => text.replaceAll(/\\(?:\s|(.))/g, '$1');

const link = (href: string, label: string): Content => h('a', label, { href });

// Indirect targets can go in circles.
const MAX_HOPS = 10;

/** The address that a name refers to; undefined if the document defines none. */
function addressOf({ targets }: Definitions, name: string): string | undefined {
  let key = referenceName(name);
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const target = targets.get(key);
    if (target === undefined) return undefined;
    if (target === '') return `#${key}`;
    const other = /^(?:`([^`]+)`|([\w.+-]+))_$/.exec(target);
    if (other === null) return unescaped(target);
    key = referenceName(other[1] ?? other[2] ?? '');
  }
  return undefined;
}

/** The text and the target of `text <target>`. */
function titled(text: string): { readonly label: string; readonly target: string | undefined } {
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  if (open < 0 || (open > 0 && !/\s/.test(text[open - 1] ?? ''))) return { label: text, target: undefined };
  const target = text.slice(open + 1, -1).trim();
  return { label: text.slice(0, open).trim() || target, target };
}

const lastPart = (name: string): string =>
  name.startsWith('~') ? name.slice(Math.max(1, name.lastIndexOf('.') + 1)) : name;

/** Reads interpreted text: a role, such as of Sphinx, and its content. */
function interpreted(raw: string, role: string, { definitions }: Reading): Content {
  const name = role.slice(role.lastIndexOf(':') + 1).toLowerCase();
  if (name === 'math') return texElement(raw, false);
  if (name === 'raw' || name === 'raw-html') return '';
  const text = unescaped(raw);
  const tag = tags[name];
  if (tag !== undefined) return h(tag, titled(text).label);
  const { label, target = text } = titled(text);
  if (name === 'ref' || name === 'numref') {
    const key = referenceName(target);
    const shown = target === text ? (definitions.titles.get(key) ?? text) : label;
    return definitions.targets.has(key) ? link(`#${key}`, shown) : shown;
  }
  if (prose.has(name)) return label;
  // Names of code: `~` shows the last part, `!` suppresses the link.
  const shown = target === text ? lastPart(text.replace(/^!/, '')) : label;
  return h('code', shown);
}

/** Reads a reference in backquotes, such as to a section or `text <https://example.org>`. */
function phrase(raw: string, isAnonymous: boolean, reading: Reading): Content {
  const { label, target } = titled(raw);
  const shown = unescaped(label);
  if (target !== undefined) {
    const name = /^(.+)_$/.exec(target)?.[1];
    const address = name === undefined ? unescaped(target) : addressOf(reading.definitions, name);
    return address === undefined ? shown : link(address.replaceAll(/\s+/g, ''), shown);
  }
  const address = isAnonymous ? nextAnonymous(reading) : addressOf(reading.definitions, raw);
  return address === undefined ? shown : link(address, shown);
}

function nextAnonymous(reading: Reading): string | undefined {
  const target = reading.definitions.anonymous[reading.anonymous];
  reading.anonymous += 1;
  if (target === undefined || target === '') return undefined;
  return target.endsWith('_')
    ? addressOf(reading.definitions, target.slice(0, -1).replaceAll('`', ''))
    : unescaped(target);
}

function referenceTo(label: string, reading: Reading): Content | undefined {
  let name = label;
  if (label === '#' || label === '*') {
    reading.unnumbered[label] += 1;
    name = `${label}${reading.unnumbered[label]}`;
  } else if (!reading.definitions.notes.has(label.toLowerCase())) return undefined;
  return isCitation(label) ? link(`#${noteId(label)}`, `[${label}]`) : noteReference(noteId(name), label);
}

/** Reads a text with inline markup, in time that is linear in its length. */
export function readInline(text: string, reading: Reading, depth = 0): Content {
  // A delimiter without an end after one start has none after later ones either.
  const unclosed = new Set<string>();

  const isStart = (at: number, next: number): boolean =>
    (at === 0 || BEFORE.test(text[at - 1] ?? '')) && next < text.length && !/\s/.test(text[next] ?? '');
  const isEnd = (end: number): boolean => end >= text.length || AFTER.test(text[end] ?? '');

  /** Where the content of markup that starts at `from` ends; -1 if it does not. */
  function closing(mark: string, from: number, key = mark, mayContinue = false): number {
    if (unclosed.has(key)) return -1;
    for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
      const before = text[at - 1] ?? '';
      if (/\s/.test(before) || (before === '\\' && mark !== '``')) continue;
      if (mayContinue || isEnd(at + mark.length)) return at;
    }
    unclosed.add(key);
    return -1;
  }

  function span(at: number, mark: string, read: (content: string) => Content): Piece | undefined {
    const from = at + mark.length;
    if (!isStart(at, from)) return undefined;
    const end = closing(mark, from);
    return end < 0 ? undefined : { content: read(text.slice(from, end)), end: end + mark.length };
  }

  /** Interpreted text or a reference, whose first backquote is at `at`. */
  function backquoted(at: number, role?: string): Piece | undefined {
    const from = at + 1;
    if (from >= text.length || /\s/.test(text[from] ?? '')) return undefined;
    const end = closing('`', from, '`', true);
    if (end < 0) return undefined;
    const raw = text.slice(from, end);
    if (role !== undefined) return { content: interpreted(raw, role, reading), end: end + 1 };
    if (text.startsWith('__', end + 1)) return { content: phrase(raw, true, reading), end: end + 3 };
    if (text[end + 1] === '_') return { content: phrase(raw, false, reading), end: end + 2 };
    ROLE_AFTER.lastIndex = end + 1;
    const after = ROLE_AFTER.exec(text);
    if (after !== null)
      return { content: interpreted(raw, after[1] ?? '', reading), end: end + 1 + after[0].length };
    // The default role is that of titles, but most write code in it.
    return { content: h('code', unescaped(raw)), end: end + 1 };
  }

  function substitution(at: number): Piece | undefined {
    const found = span(at, '|', (name) => {
      const { kind = '', text: replacement = '' } =
        reading.definitions.substitutions.get(referenceName(name)) ?? {};
      reading.definitions.spend(replacement.length + 1);
      if (kind === 'replace')
        return depth < MAX_DEPTH ? readInline(replacement, reading, depth + 1) : replacement;
      if (kind === 'unicode')
        return cleanText(
          replacement.replaceAll(/(?:0x|\\?[uU]\+?|&#x)([0-9a-fA-F]{1,6});? ?/g, (all, code: string) => {
            const point = Number.parseInt(code, 16);
            return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : all;
          }),
        );
      if (kind === 'image') return /:alt: *([^:]*)/.exec(replacement)?.[1] ?? '';
      return kind === '' ? `|${name}|` : '';
    });
    const underscores = found === undefined ? 0 : text.startsWith('__', found.end) ? 2 : 1;
    return found !== undefined && text[found.end] === '_'
      ? { ...found, end: found.end + underscores }
      : found;
  }

  /** A reference such as `name_`, which begins in the plain text since `from`. */
  function simple(at: number, from: number): Piece | undefined {
    const end = text[at + 1] === '_' ? at + 2 : at + 1;
    if (!isEnd(end)) return undefined;
    let start = at;
    while (start > from && at - start < MAX_NAME && /[\p{L}\p{N}.+_-]/u.test(text[start - 1] ?? ''))
      start -= 1;
    if (start === at || !/[\p{L}\p{N}]/u.test(text[start] ?? '')) return undefined;
    const name = text.slice(start, at);
    const address = end === at + 2 ? nextAnonymous(reading) : addressOf(reading.definitions, name);
    return address === undefined ? undefined : { start, end, content: link(address, name) };
  }

  function markupAt(at: number, sign: string, plain: number): Piece | undefined {
    switch (sign) {
      case '\\': {
        const next = text[at + 1] ?? '';
        return { content: /\s/.test(next) ? '' : next, end: at + 2 };
      }
      case '*':
        return text[at + 1] === '*'
          ? span(at, '**', (content) => h('strong', unescaped(content)))
          : span(at, '*', (content) => h('em', unescaped(content)));
      case '`':
        if (text[at + 1] === '`') return span(at, '``', (content) => h('code', content));
        return isStart(at, at + 1) ? backquoted(at) : undefined;
      case '|':
        return substitution(at);
      case ':': {
        ROLE.lastIndex = at;
        const role = isStart(at, at + 1) ? ROLE.exec(text) : null;
        return role === null ? undefined : backquoted(at + role[0].length - 1, role[1]);
      }
      case '[': {
        NOTE.lastIndex = at;
        const note = NOTE.exec(text);
        const content = note === null ? undefined : referenceTo(note[1] ?? '', reading);
        return note === null || content === undefined ? undefined : { content, end: at + note[0].length };
      }
      case '_': {
        const end = text[at + 1] === '`' && isStart(at, at + 2) ? closing('`', at + 2, '_`') : -1;
        if (end < 0) return simple(at, plain);
        const name = text.slice(at + 2, end);
        return { content: h('span', name, { id: referenceName(name) }), end: end + 1 };
      }
      default: {
        URL.lastIndex = at;
        const address = URL.exec(text)?.[0].replace(/[.,;:!?'")\]]{1,9}$/, '');
        return address === undefined
          ? undefined
          : { content: link(address, address), end: at + address.length };
      }
    }
  }

  /** The markup at a sign, or else the run of the same sign, which is no markup. */
  function pieceAt(at: number, sign: string, plain: number): Piece | undefined {
    const piece = markupAt(at, sign, plain);
    if (piece !== undefined || sign === '_') return piece;
    let end = at + 1;
    while (text[end] === sign) end += 1;
    return { content: text.slice(at, end), end };
  }

  reading.count();
  return readPieces(text, /[\\*`|_[:]|https?:\/\//g, reading, pieceAt);
}
