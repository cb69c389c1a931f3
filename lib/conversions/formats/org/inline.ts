import { nameTable } from '../../base/name-table.ts';
import {
  type Content,
  h,
  type LineReading,
  noteReference,
  type Piece,
  readPieces,
  texElement,
} from '../html/build-elements.ts';
import { characterOf } from './entities.ts';

/** The state of a document whose text is being read. */
export interface Reading extends LineReading {
  /** Footnotes by label. Inline footnotes receive generated labels. */
  readonly notes: Map<string, Content>;
  /** Number of unlabelled notes so far. */
  nameless: number;
  /** Addresses by `#+LINK` abbreviation. */
  readonly abbreviations: ReadonlyMap<string, string>;
}

/** The name, in warnings, of content for a single export format. */
export const exported = 'content for one export format';

/** Returns the id of the note with a label. */
export const noteId = (label: string): string => `note-${label}`;

// Org syntax, "Text markup": characters allowed before and after a pair of markers.
const BEFORE = /[\s\-('"{]/;
const AFTER = /[\s\-.,;:!?'")}\\[]/;
const LINK = /\[\[([^[\]\n]{1,2000})\](?:\[([^\n]{1,2000}?)\])?\]/y;
const NOTE = /\[fn:([\w-]{0,80})(:?)/y;
const TARGET = /<<<?([^<>\n]{1,200})>>>?/y;
const ANGLE = /<(https?:[^<>\s]{1,2000}|mailto:[^<>\s]{1,2000})>/y;
const URL = /https?:\/\/[^\s<>"`{}|\\^[\]]{1,2000}/y;
const ENTITY = /\\([A-Za-z]{1,20})(?:\{\}|(?![A-Za-z]))/y;
const SCRIPT = /[_^]\{([^{}\n]{1,200})\}/y;
const SOURCE = /src_([\w-]{1,30})(?:\[[^[\]\n]{0,200}\])?\{([^{}\n]{0,1000})\}/y;
const EXPORT = /@@[a-z]{1,20}:[^@]{0,2000}@@/y;
const MAX_DEPTH = 20;
const MAX_NOTE = 10_000;

const tags: Readonly<Record<string, string>> = nameTable({
  '*': 'strong',
  '/': 'em',
  _: 'u',
  '+': 's',
  '=': 'code',
  '~': 'code',
});

const link = (href: string, label: Content): Content => h('a', label, { href });

const isPicture = (target: string): boolean => /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?)$/i.test(target);

/** Returns the position of the closing bracket for the one before `from`; -1 if it is too far away. */
function closingBracket(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_NOTE); at += 1) {
    if (text[at] === '[') open += 1;
    if (text[at] === ']') open -= 1;
    if (open === 0) return at;
  }
  return -1;
}

/** Reads a text with inline markup. */
export function readInline(text: string, reading: Reading, depth = 0): Content {
  // If a marker has no end after one start, it has none after later starts either.
  const unclosed = new Set<string>();
  let brackets = 0;
  const inner = (part: string): Content => (depth < MAX_DEPTH ? readInline(part, reading, depth + 1) : part);
  const match = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };

  function emphasis(at: number, mark: string): Piece | undefined {
    const from = at + 1;
    const isStart =
      (at === 0 || BEFORE.test(text[at - 1] ?? '') || tags[text[at - 1] ?? ''] !== undefined) &&
      from < text.length &&
      !/\s/.test(text[from] ?? '');
    if (!isStart || unclosed.has(mark)) return undefined;
    for (let end = text.indexOf(mark, from + 1); end >= 0; end = text.indexOf(mark, end + 1)) {
      const next = text[end + 1];
      if (/\s/.test(text[end - 1] ?? '')) continue;
      if (next !== undefined && !AFTER.test(next) && tags[next] === undefined) continue;
      const own = text.slice(from, end);
      const content = mark === '=' || mark === '~' ? own : inner(own);
      return { content: h(tags[mark] ?? '', content), end: end + 1 };
    }
    unclosed.add(mark);
    return undefined;
  }

  function linked(at: number): Piece | undefined {
    const found = match(LINK, at);
    if (found === null) return undefined;
    const [all, raw = '', description] = found;
    const end = at + all.length;
    const abbreviation = /^([\w-]{1,40}):(.*)$/.exec(raw);
    const base = abbreviation === null ? undefined : reading.abbreviations.get(abbreviation[1] ?? '');
    const tag = abbreviation?.[2] ?? '';
    const target =
      base === undefined ? raw : base.includes('%s') ? base.replace('%s', () => tag) : `${base}${tag}`;
    const path = target.replace(/^(?:file|attachment):/, '').split('::', 1)[0] ?? '';
    if (description === undefined && isPicture(path)) return { content: h('img', '', { src: path }), end };
    const label = description === undefined ? path.replace(/^(?:mailto:|id:|\*|#)/, '') : inner(description);
    if (/^(?:https?|mailto):/i.test(target)) return { content: link(target, label), end };
    const place = /^(?:#|\*|id:)?([^:]*)$/.exec(target)?.[1];
    return {
      content: place === undefined || path !== target ? label : link(`#${place.trim().toLowerCase()}`, label),
      end,
    };
  }

  function note(at: number): Piece | undefined {
    const found = match(NOTE, at);
    if (found === null) return undefined;
    const [all, name = '', colon] = found;
    const from = at + all.length;
    const end = closingBracket(text, from);
    if (end < 0 || (colon === '' && end !== from)) return undefined;
    let label = name;
    if (label === '') {
      reading.nameless += 1;
      label = `nameless ${reading.nameless}`;
    }
    if (colon === ':') {
      if (depth >= MAX_DEPTH) return undefined;
      reading.notes.set(label, h('p', inner(text.slice(from, end).trim())));
    }
    return { content: noteReference(noteId(label), label), end: end + 1 };
  }

  /** Reads a formula between two delimiters. */
  function formula(at: number, open: string, close: string, isBlock: boolean): Piece | undefined {
    const from = at + open.length;
    const end = unclosed.has(close) ? -1 : text.indexOf(close, from);
    if (end < 0) unclosed.add(close);
    return end <= from
      ? undefined
      : { content: texElement(text.slice(from, end).trim(), isBlock), end: end + close.length };
  }

  /** Reads a formula between dollar signs. They must not be next to spaces inside, or followed by a letter or digit. */
  function dollars(at: number): Piece | undefined {
    if (text[at + 1] === '$') return formula(at, '$$', '$$', true);
    if (/[\s.,;]/.test(text[at + 1] ?? ' ') || unclosed.has('$')) return undefined;
    const end = text.indexOf('$', at + 1);
    if (end < 0) unclosed.add('$');
    const isFormula = end > at + 1 && !/[\s.,]/.test(text[end - 1] ?? '') && !/\w/.test(text[end + 1] ?? '');
    return isFormula ? { content: texElement(text.slice(at + 1, end), false), end: end + 1 } : undefined;
  }

  function backslash(at: number): Piece | undefined {
    if (text[at + 1] === '(') return formula(at, '\\(', '\\)', false);
    if (text[at + 1] === '[') return formula(at, '\\[', '\\]', true);
    if (text[at + 1] === '\\' && /^\s*$/.test(text.slice(at + 2, at + 3)))
      return { content: h('br'), end: at + 2 };
    const found = match(ENTITY, at);
    const sign = found === null ? undefined : characterOf(found[1] ?? '');
    return found === null || sign === undefined ? undefined : { content: sign, end: at + found[0].length };
  }

  function angle(at: number): Piece | undefined {
    const target = match(TARGET, at);
    if (target !== null) {
      const [all, name = ''] = target;
      const shown = all.startsWith('<<<') ? name : '';
      return { content: h('span', shown, { id: name.toLowerCase() }), end: at + all.length };
    }
    const address = match(ANGLE, at);
    if (address === null) return undefined;
    const [all, href = ''] = address;
    return { content: link(href, href.replace(/^mailto:/, '')), end: at + all.length };
  }

  function script(at: number): Piece | undefined {
    const found = /\S/.test(text[at - 1] ?? '') ? match(SCRIPT, at) : null;
    const tag = text[at] === '^' ? 'sup' : 'sub';
    return found === null ? undefined : { content: h(tag, inner(found[1] ?? '')), end: at + found[0].length };
  }

  function pieceAt(at: number, sign: string): Piece | undefined {
    switch (sign) {
      case '[':
        // Limits repeated searches for brackets that close too far away.
        brackets += 1;
        return linked(at) ?? (brackets < MAX_NOTE ? note(at) : undefined);
      case '<':
        return angle(at);
      case '\\':
        return backslash(at);
      case '$':
        return dollars(at);
      case '^':
        return script(at);
      case '_':
        return script(at) ?? emphasis(at, sign);
      case '@': {
        const found = match(EXPORT, at);
        if (found === null) return undefined;
        reading.leftOut.add(exported);
        return { content: '', end: at + found[0].length };
      }
      case 'src_': {
        const found = match(SOURCE, at);
        return found === null ? undefined : { content: h('code', found[2]), end: at + found[0].length };
      }
      case 'http://':
      case 'https://': {
        const address = match(URL, at)?.[0].replace(/[.,;:!?'")]{1,9}$/, '');
        return address === undefined
          ? undefined
          : { content: link(address, address), end: at + address.length };
      }
      default:
        return tags[sign] === undefined ? undefined : emphasis(at, sign);
    }
  }

  reading.count();
  return readPieces(text, /[*/_+=~[<\\$@^]|https?:\/\/|src_/g, reading, pieceAt);
}
