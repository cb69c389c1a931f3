import type { MarkdownIt, StateBlock, StateCore, StateInline } from 'markdown-it';
import { nameTable } from '../../base/name-table.ts';

// Maximum characters between the delimiters of a mark or an id.
const MAX_MARK = 500;

/** HTML elements by delimiter, in pandoc's syntax. */
const marks: Readonly<Record<string, string>> = nameTable({ '~': 'sub', '^': 'sup', '==': 'mark' });

/** Returns the position of the closing delimiter, outside links and code; undefined if the text of a link ends before it. */
function closingSign(state: StateInline, sign: string, from: number): number | undefined {
  const { src, pos } = state;
  const limit = Math.min(state.posMax, from + MAX_MARK);
  let brackets = 0;
  let end = from;
  while (end < limit && !src.startsWith(sign, end)) {
    state.pos = end;
    state.md.inline.skipToken(state);
    if (state.pos === end + 1) brackets += src[end] === '[' ? 1 : src[end] === ']' ? -1 : 0;
    if (brackets < 0) break;
    end = state.pos;
  }
  state.pos = pos;
  return end > from && end < limit && brackets >= 0 ? end : undefined;
}

/** Parses `H~2~O`, `x^2^` and `==text==`. As in pandoc, subscripts and superscripts contain no spaces. */
function inlineMark(state: StateInline, isSilent: boolean): boolean {
  const { src, pos } = state;
  const sign = src[pos] === '=' ? '==' : (src[pos] ?? '');
  const name = marks[sign];
  if (name === undefined || !src.startsWith(sign, pos)) return false;
  const first = sign.charAt(0);
  const from = pos + sign.length;
  if (src[pos - 1] === first || src[from] === first || /^\s?$/.test(src.charAt(from))) return false;
  const end = closingSign(state, sign, from);
  if (end === undefined || src[end + sign.length] === first) return false;
  const inside = src.slice(from, end);
  if (/\s$/.test(inside) || (name !== 'mark' && /\s/.test(inside))) return false;
  if (!isSilent) {
    const { posMax } = state;
    state.push(`${name}_open`, name, 1);
    state.pos = from;
    state.posMax = end;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push(`${name}_close`, name, -1);
  }
  state.pos = end + sign.length;
  return true;
}

const lineAt = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trimEnd();

const PAGE_BREAK = /^\\(?:newpage|pagebreak|clearpage)(?:\{\})?[ \t]*$/;

/** Parses the page break commands of many Markdown programs. */
function pageBreak(state: StateBlock, line: number, _endLine: number, isSilent: boolean): boolean {
  if (!PAGE_BREAK.test(lineAt(state, line))) return false;
  if (isSilent) return true;
  state.push('page_break', '', 0);
  state.line = line + 1;
  return true;
}

const DEFINITION = /^:[ \t]+/;
// Maximum depth of nested definitions, because each level is parsed again.
const MAX_DEFINITIONS = 8;
const definitionDepths = new WeakMap<object, number>();

/** Returns the line at which a term's definitions start, possibly after an empty line; undefined if there is none. */
function definitionAfter(state: StateBlock, term: number, endLine: number): number | undefined {
  const belongs = (line: number): boolean => line < endLine && (state.sCount[line] ?? 0) >= state.blkIndent;
  const line = belongs(term + 1) && state.isEmpty(term + 1) ? term + 2 : term + 1;
  return belongs(line) && !state.isEmpty(line) && DEFINITION.test(lineAt(state, line)) ? line : undefined;
}

/** Returns true if a line is a term: text followed by a definition. */
const isTerm = (state: StateBlock, line: number, endLine: number): boolean =>
  line < endLine &&
  !state.isEmpty(line) &&
  (state.sCount[line] ?? 0) - state.blkIndent < 4 &&
  (state.sCount[line] ?? 0) >= state.blkIndent &&
  !DEFINITION.test(lineAt(state, line)) &&
  definitionAfter(state, line, endLine) !== undefined;

/** Returns the line after a definition, which contains the lines that follow directly or are indented. */
function endOfDefinition(state: StateBlock, from: number, endLine: number): number {
  let end = from + 1;
  for (let line = from + 1; line < endLine; line += 1) {
    if (state.isEmpty(line)) continue;
    const indent = (state.sCount[line] ?? 0) - state.blkIndent;
    const follows = end === line && indent >= 0;
    if (indent < 2 && (!follows || DEFINITION.test(lineAt(state, line)) || isTerm(state, line, endLine)))
      break;
    end = line + 1;
  }
  return end;
}

function pushLine(state: StateBlock, name: string, line: number): void {
  state.push(`${name}_open`, name, 1);
  const inline = state.push('inline', '', 0);
  inline.content = lineAt(state, line).trim();
  inline.children = [];
  inline.map = [line, line + 1];
  state.push(`${name}_close`, name, -1);
}

/** Parses terms with definitions, as PHP Markdown Extra and pandoc do: lines that start with a colon after a line of text. */
function definitionList(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  if (isSilent || !isTerm(state, startLine, endLine)) return false;
  const depth = definitionDepths.get(state.env) ?? 0;
  if (depth >= MAX_DEFINITIONS) return false;
  definitionDepths.set(state.env, depth + 1);
  state.push('dl_open', 'dl', 1);
  let line = startLine;
  for (let term = startLine; isTerm(state, term, endLine); ) {
    pushLine(state, 'dt', term);
    line = definitionAfter(state, term, endLine) ?? endLine;
    for (let next = line; next < endLine && DEFINITION.test(lineAt(state, next)); ) {
      const end = endOfDefinition(state, next, endLine);
      const first = lineAt(state, next).replace(DEFINITION, '');
      const rest = state.getLines(next + 1, end, state.blkIndent + 4, false);
      state.push('dd_open', 'dd', 1);
      state.md.block.parse(`${first}\n${rest}`, state.md, state.env, state.tokens);
      state.push('dd_close', 'dd', -1);
      line = end;
      next = end;
      while (next < endLine && state.isEmpty(next)) next += 1;
      if ((state.sCount[next] ?? 0) < state.blkIndent) break;
    }
    term = line;
    while (term < endLine && state.isEmpty(term)) term += 1;
  }
  state.push('dl_close', 'dl', -1);
  definitionDepths.set(state.env, depth);
  state.line = line;
  return true;
}

const ALERT = /^\[!([a-z]{1,20})\][+-]?(?:[ \t](.*))?$/i;

/** Turns an alert's marker, such as `[!WARNING]`, into the label of its quote. Text after the marker becomes a separate label. */
function labelAlerts(state: StateCore): void {
  for (let at = state.tokens.length - 1; at >= 2; at -= 1) {
    const inline = state.tokens[at];
    if (inline?.type !== 'inline' || state.tokens[at - 2]?.type !== 'blockquote_open') continue;
    const [first = '', ...rest] = inline.content.split('\n');
    const found = ALERT.exec(first);
    const type = found?.[1]?.toLowerCase();
    if (type === undefined) continue;
    const label = new state.Token('inline', '', 0);
    label.content = `**${found?.[2]?.trim() || `${type.charAt(0).toUpperCase()}${type.slice(1)}`}**`;
    label.children = [];
    const close = new state.Token('paragraph_close', 'p', -1);
    const open = new state.Token('paragraph_open', 'p', 1);
    inline.content = rest.join('\n');
    if (inline.content.trim() === '') state.tokens[at] = label;
    else state.tokens.splice(at, 0, label, close, open);
  }
}

/** Returns the attributes at the end of a heading; undefined if its braces contain other text. */
function attributesAtEnd(text: string): { readonly at: number; readonly id: string | undefined } | undefined {
  const trimmed = text.trimEnd();
  const at = trimmed.lastIndexOf('{');
  if (at < 0 || !trimmed.endsWith('}') || trimmed[at - 1] === '\\' || trimmed.length - at > MAX_MARK)
    return undefined;
  const parts = trimmed
    .slice(at + 1, -1)
    .trim()
    .split(/\s+/);
  if (!parts.every((part) => /^(?:[#.][^\s{}\\]+|[\w-]+=[^\s\\]+|-)$/.test(part))) return undefined;
  return { at, id: parts.find((part) => part.startsWith('#'))?.slice(1) };
}

/** Removes `{#id}` and pandoc's other attributes from the text of headings. */
function readHeadingIds(state: StateCore): void {
  for (const [at, token] of state.tokens.entries()) {
    const inline = state.tokens[at + 1];
    if (token.type !== 'heading_open' || inline?.type !== 'inline') continue;
    const found = attributesAtEnd(inline.content);
    if (found === undefined) continue;
    inline.content = inline.content.slice(0, found.at).trimEnd();
    if (found.id !== undefined) token.attrSet('id', found.id);
  }
}

/**
 * Adds common extensions of GitHub Flavored Markdown: alerts, definition lists, heading ids, subscripts, superscripts, marked text
 * and page breaks.
 */
export function addExtensions({ core, block, inline, renderer }: MarkdownIt): void {
  inline.ruler.before('emphasis', 'marks', inlineMark);
  block.ruler.before('fence', 'page_break', pageBreak, { alt: ['paragraph', 'blockquote', 'list'] });
  block.ruler.before('lheading', 'definitions', definitionList);
  core.ruler.before('inline', 'alerts', labelAlerts);
  core.ruler.before('inline', 'heading_ids', readHeadingIds);
  renderer.rules.page_break = () => '<div class="page-break"></div>';
}
