import { nameTable } from '../../base/name-table.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { texMarkup } from '../html/read-page.ts';
import { entities } from './entities.ts';

/** The state of a document whose text is being written. */
export interface Writing {
  /** Footnotes by label, as HTML; those in the text have labels of their own. */
  readonly notes: Map<string, string>;
  /** Notes without a label that were written. */
  nameless: number;
  /** Addresses by the abbreviations that `#+LINK` defines. */
  readonly abbreviations: ReadonlyMap<string, string>;
  /** What was left out. */
  readonly leftOut: Set<string>;
}

/** Names content that is not for all export formats. */
export const exported = 'content for one export format';

/** The id of the note with a label. */
export const noteId = (label: string): string => `note-${label}`;

// Org syntax, "Text markup": what may be before and after a pair of markers.
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

const link = (address: string, label: string): string => `<a href="${escapeMarkup(address)}">${label}</a>`;

const isPicture = (target: string): boolean => /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?)$/i.test(target);

/** What was written of a text, and where it goes on. */
interface Piece {
  readonly html: string;
  readonly end: number;
}

/** Where the bracket that closes the one before `from` is; -1 if it is too far. */
function closingBracket(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_NOTE); at += 1) {
    if (text[at] === '[') open += 1;
    if (text[at] === ']') open -= 1;
    if (open === 0) return at;
  }
  return -1;
}

/** Writes a text with inline markup as HTML. */
export function writeInline(text: string, writing: Writing, depth = 0): string {
  const out: string[] = [];
  // A marker without an end after one start has none after later ones either.
  const unclosed = new Set<string>();
  let brackets = 0;
  const inner = (part: string): string =>
    depth < MAX_DEPTH ? writeInline(part, writing, depth + 1) : escapeMarkup(part);
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
      const content = text.slice(from, end);
      const html = mark === '=' || mark === '~' ? escapeMarkup(content) : inner(content);
      return { html: `<${tags[mark]}>${html}</${tags[mark]}>`, end: end + 1 };
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
    const base = abbreviation === null ? undefined : writing.abbreviations.get(abbreviation[1] ?? '');
    const tag = abbreviation?.[2] ?? '';
    const target =
      base === undefined ? raw : base.includes('%s') ? base.replace('%s', () => tag) : `${base}${tag}`;
    const path = target.replace(/^(?:file|attachment):/, '').split('::', 1)[0] ?? '';
    if (description === undefined && isPicture(path))
      return { html: `<img src="${escapeMarkup(path)}" alt="">`, end };
    const label =
      description === undefined
        ? escapeMarkup(path.replace(/^(?:mailto:|id:|\*|#)/, ''))
        : inner(description);
    if (/^(?:https?|mailto):/i.test(target)) return { html: link(target, label), end };
    const place = /^(?:#|\*|id:)?([^:]*)$/.exec(target)?.[1];
    return {
      html: place === undefined || path !== target ? label : link(`#${place.trim().toLowerCase()}`, label),
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
      writing.nameless += 1;
      label = `nameless ${writing.nameless}`;
    }
    if (colon === ':') {
      if (depth >= MAX_DEPTH) return undefined;
      writing.notes.set(label, `<p>${inner(text.slice(from, end).trim())}</p>`);
    }
    const html = `<a role="doc-noteref" href="#${escapeMarkup(noteId(label))}">${escapeMarkup(label)}</a>`;
    return { html, end: end + 1 };
  }

  /** A formula between two marks. */
  function formula(at: number, open: string, close: string, isBlock: boolean): Piece | undefined {
    const from = at + open.length;
    const end = unclosed.has(close) ? -1 : text.indexOf(close, from);
    if (end < 0) unclosed.add(close);
    return end <= from
      ? undefined
      : { html: texMarkup(text.slice(from, end).trim(), isBlock), end: end + close.length };
  }

  /** A formula between dollars, which neither blanks nor digits are next to. */
  function dollars(at: number): Piece | undefined {
    if (text[at + 1] === '$') return formula(at, '$$', '$$', true);
    if (/[\s.,;]/.test(text[at + 1] ?? ' ') || unclosed.has('$')) return undefined;
    const end = text.indexOf('$', at + 1);
    if (end < 0) unclosed.add('$');
    const isFormula = end > at + 1 && !/[\s.,]/.test(text[end - 1] ?? '') && !/\w/.test(text[end + 1] ?? '');
    return isFormula ? { html: texMarkup(text.slice(at + 1, end), false), end: end + 1 } : undefined;
  }

  function backslash(at: number): Piece | undefined {
    if (text[at + 1] === '(') return formula(at, '\\(', '\\)', false);
    if (text[at + 1] === '[') return formula(at, '\\[', '\\]', true);
    if (text[at + 1] === '\\' && /^\s*$/.test(text.slice(at + 2, at + 3)))
      return { html: '<br>', end: at + 2 };
    const found = match(ENTITY, at);
    const sign = found === null ? undefined : entities[found[1] ?? ''];
    return found === null || sign === undefined
      ? undefined
      : { html: escapeMarkup(sign), end: at + found[0].length };
  }

  function angle(at: number): Piece | undefined {
    const target = match(TARGET, at);
    if (target !== null) {
      const [all, name = ''] = target;
      const shown = all.startsWith('<<<') ? escapeMarkup(name) : '';
      return { html: `<span id="${escapeMarkup(name.toLowerCase())}">${shown}</span>`, end: at + all.length };
    }
    const address = match(ANGLE, at);
    if (address === null) return undefined;
    const [all, href = ''] = address;
    return { html: link(href, escapeMarkup(href.replace(/^mailto:/, ''))), end: at + all.length };
  }

  function script(at: number): Piece | undefined {
    const found = /\S/.test(text[at - 1] ?? '') ? match(SCRIPT, at) : null;
    const tag = text[at] === '^' ? 'sup' : 'sub';
    return found === null
      ? undefined
      : { html: `<${tag}>${inner(found[1] ?? '')}</${tag}>`, end: at + found[0].length };
  }

  function pieceAt(at: number, special: string): Piece | undefined {
    switch (special) {
      case '[':
        // What is closed too far away is not looked for again and again.
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
        return script(at) ?? emphasis(at, special);
      case '@': {
        const found = match(EXPORT, at);
        if (found === null) return undefined;
        writing.leftOut.add(exported);
        return { html: '', end: at + found[0].length };
      }
      case 'src_': {
        const found = match(SOURCE, at);
        return found === null
          ? undefined
          : { html: `<code>${escapeMarkup(found[2] ?? '')}</code>`, end: at + found[0].length };
      }
      case 'http://':
      case 'https://': {
        const address = match(URL, at)?.[0].replace(/[.,;:!?'")]{1,9}$/, '');
        return address === undefined
          ? undefined
          : { html: link(address, escapeMarkup(address)), end: at + address.length };
      }
      default:
        return tags[special] === undefined ? undefined : emphasis(at, special);
    }
  }

  let plain = 0;
  const specials = /[*/_+=~[<\\$@^]|https?:\/\/|src_/g;
  for (let found = specials.exec(text); found !== null; found = specials.exec(text)) {
    const piece = pieceAt(found.index, found[0]);
    if (piece === undefined) continue;
    out.push(escapeMarkup(text.slice(plain, found.index)), piece.html);
    plain = piece.end;
    specials.lastIndex = piece.end;
  }
  out.push(escapeMarkup(text.slice(plain)));
  return out.join('');
}
