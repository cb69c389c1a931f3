import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import * as z from 'zod';
import { ConversionError } from '../../errors.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { addExtensions } from './extensions.ts';

const mathTag = (tex: string, isDisplay: boolean): string =>
  `<math${isDisplay ? ' display="block"' : ''}><annotation encoding="application/x-tex">${escapeMarkup(tex)}</annotation></math>`;

// Formulas are short. The search for a closing delimiter stops after this many characters.
const MAX_FORMULA = 2_000;

// A number and words between two dollar signs, without any formula syntax.
const PRICES = /^\d[^ \\^_={}+*/<>]* [^\\^_={}+*/<>]*$/;

/** Parses `$x$` and `$$x$$`. Like pandoc, allows no space inside and no digit after, which would be a price. */
function inlineMath(state: StateInline, isSilent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '$') return false;
  const sign = src[pos + 1] === '$' ? '$$' : '$';
  const from = pos + sign.length;
  if (sign === '$' && /^\s?$/.test(src.charAt(from))) return false;
  const limit = Math.min(state.posMax, from + MAX_FORMULA);
  let end = from;
  while (end < limit && !(src.startsWith(sign, end) && src[end - 1] !== '\\')) end += 1;
  if (end >= limit || end === from) return false;
  if (sign === '$' && (/\s/.test(src.charAt(end - 1)) || /\d/.test(src.charAt(end + 1)))) return false;
  if (sign === '$' && PRICES.test(src.slice(from, end))) return false;
  if (!isSilent) {
    const token = state.push('math', '', 0);
    token.content = src.slice(from, end).trim();
    token.block = sign === '$$';
  }
  state.pos = end + sign.length;
  return true;
}

/** Parses display formulas between two lines of `$$`. */
function blockMath(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const lineOf = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  if (lineOf(startLine).trim() !== '$$') return false;
  let line = startLine + 1;
  while (line < endLine && lineOf(line).trim() !== '$$') {
    // The end of the list item or quote ends the formula.
    if ((state.sCount[line] ?? 0) < state.blkIndent || line - startLine > MAX_FORMULA) return false;
    line += 1;
  }
  if (line >= endLine) return false;
  if (isSilent) return true;
  const token = state.push('math', '', 0);
  token.content = state.getLines(startLine + 1, line, state.blkIndent, false).trim();
  token.block = true;
  state.line = line + 1;
  return true;
}

/** `info` of a `task` token whose box is checked. */
export const CHECKED = 'checked';

const BOX = /^\[([ xX])\](?:\s|$)/;

/** Adds tokens for list items that start with `[ ]` or `[x]` (GFM 5.3). */
function markTasks(state: StateCore): void {
  for (let at = 2; at < state.tokens.length; at += 1) {
    const inline = state.tokens[at];
    if (inline?.type !== 'inline' || state.tokens[at - 2]?.type !== 'list_item_open') continue;
    const first = inline.children?.[0];
    // In the text before its escapes are resolved: `\[x]` is no box.
    const box = first?.type === 'text' ? BOX.exec(inline.content) : null;
    if (box === null || first === undefined) continue;
    first.content = first.content.slice(box[0].length);
    const token = new state.Token('task', '', 0);
    token.info = box[1] === ' ' ? '' : CHECKED;
    inline.children?.unshift(token);
  }
}

const noteSchema = z.object({
  footnotes: z.object({
    list: z.array(z.object({ label: z.string().optional(), content: z.string().optional() })).optional(),
  }),
});

const labelOf = (token: Token): string => `:${String(token.meta?.label)}`;

// The notes of a document, keyed by its final `notes` token.
const notesOfToken = new WeakMap<Token, readonly (readonly Token[])[]>();

/** Returns the notes of a document, indexed by the `id` in the `meta` of its `footnote_ref` tokens. */
export function notesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const last = tokens.at(-1);
  return (last === undefined ? undefined : notesOfToken.get(last)) ?? [];
}

/** Returns the number of notes that nothing refers to, which are left out. */
export const unusedNotes = (tokens: readonly Token[]): number => Number(tokens.at(-1)?.meta?.unused ?? 0);

/** Returns the zero-based number of the note that a `footnote_ref` token refers to. */
export const noteIdOf = (token: Token): number => Number(token.meta?.id);

/** Returns the HTML id of a note. */
export const notePlace = (id: number): string => `fn${id + 1}`;

/**
 * Moves the definitions of referenced notes to the end of the document. Replaces the plugin's own rule, whose running time
 * is quadratic in the number of notes.
 */
function placeNotes(state: StateCore): void {
  const { data } = noteSchema.safeParse(state.env);
  if (data === undefined) return;
  const definitions = new Map<string, Token[]>();
  const around: (Token[] | undefined)[] = [];
  const text: Token[] = [];
  for (const token of state.tokens) {
    if (token.type === 'footnote_reference_open') {
      const own: Token[] = [];
      definitions.set(labelOf(token), own);
      around.push(own);
    } else if (token.type === 'footnote_reference_close') around.pop();
    else (around.at(-1) ?? text).push(token);
  }
  state.tokens = text;
  const token = new state.Token('notes', '', 0);
  const notes = (data.footnotes.list ?? []).map(({ label, content }) =>
    label === undefined ? state.md.parseInline(content ?? '', {}) : (definitions.get(`:${label}`) ?? []),
  );
  const used = new Set(data.footnotes.list?.map(({ label }) => `:${label}`));
  token.meta = { unused: [...definitions.keys()].filter((label) => !used.has(label)).length };
  notesOfToken.set(token, notes);
  text.push(token);
}

function addRules(markdown: MarkdownIt): void {
  // Links are validated later, when the page is read: invalid ones keep their text.
  markdown.validateLink = () => true;
  const { normalizeLink } = markdown;
  // Embedded images are megabytes long and need no escaping.
  markdown.normalizeLink = (url) => (url.startsWith('data:') ? url : normalizeLink.call(markdown, url));
  // As on GitHub, an address has a scheme.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false }).add('//', null);
  markdown.inline.ruler.after('escape', 'math', inlineMath);
  markdown.block.ruler.before('fence', 'math', blockMath, { alt: ['paragraph', 'blockquote', 'list'] });
  addExtensions(markdown);
  markdown.core.ruler.push('tasks', markTasks);
  // Last: other rules process only the tokens of the document, and notes have escapes and links too.
  markdown.core.ruler.disable('footnote_tail');
  markdown.core.ruler.push('notes', placeNotes);
  markdown.renderer.rules.math = (tokens, at) => {
    const token = tokens[at];
    return token === undefined ? '' : mathTag(token.content, token.block);
  };
  markdown.renderer.rules.task = (tokens, at) =>
    `<input type="checkbox"${tokens[at]?.info === CHECKED ? ' checked' : ''}> `;
  markdown.renderer.rules.footnote_ref = (tokens, at) => {
    const token = tokens[at];
    return token === undefined ? '' : `<a role="doc-noteref" href="#${notePlace(noteIdOf(token))}"></a>`;
  };
  markdown.renderer.rules.notes = (tokens, _, options, env) => {
    const items = notesOf(tokens).map(
      (note, id) => `<li id="${notePlace(id)}">${markdown.renderer.render([...note], options, env)}</li>`,
    );
    return `<section role="doc-endnotes"><ol>${items.join('')}</ol></section>`;
  };
}

// A token takes about 300 bytes, so this is 600 MB. Same limit as for HTML nodes.
const MAX_TOKENS = 2_000_000;

/** Limits the tokens per document as they are created: checking afterwards is too late if a large table exhausts memory. */
export function limitTokens({ block, inline }: MarkdownIt, max: number = MAX_TOKENS): void {
  const counts = new WeakMap<object, number>();
  const count = (env: object): void => {
    const tokens = (counts.get(env) ?? 0) + 1;
    counts.set(env, tokens);
    if (tokens > max)
      throw new ConversionError(
        'too_complex',
        `The Markdown has more than ${max} paragraphs, cells and text runs, the limit. Split it.`,
      );
  };
  block.State = class extends block.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      count(this.env);
      return super.push(type, tag, nesting);
    }
  };
  inline.State = class extends inline.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      count(this.env);
      return super.push(type, tag, nesting);
    }
  };
}

let parser: Promise<MarkdownIt> | undefined;

async function createParser(): Promise<MarkdownIt> {
  const [{ default: createMarkdown }, { default: footnote }] = await Promise.all([
    import('markdown-it'),
    import('markdown-it-footnote'),
  ]);
  const markdown = createMarkdown({ html: true, linkify: true });
  footnote(markdown);
  addRules(markdown);
  limitTokens(markdown);
  return markdown;
}

/**
 * Loads the Markdown parser: CommonMark, GFM tables, tasks, strikethrough, footnotes, formulas, and {@link addExtensions}. Its renderer writes HTML
 * for `readHtml`, used for documents that contain HTML.
 */
export async function loadMarkdown(): Promise<MarkdownIt> {
  parser ??= createParser();
  return parser;
}
