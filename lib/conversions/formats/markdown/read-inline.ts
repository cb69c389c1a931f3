import type { MarkdownIt, Token } from 'markdown-it';
import { nameTable } from '../../base/name-table.ts';
import type { Inline } from '../../document/document-tree.ts';
import { addPiece, addText, type Flow, type Look } from '../html/flow.ts';
import type { HtmlElement } from '../html/html-node.ts';
import { noteIdOf } from './parse-markdown.ts';

/** Context for reading tokens. */
export interface TokenReading {
  readonly markdown: MarkdownIt;
  /** Returns the content that replaces an `img` element. */
  readonly placeImage: (element: HtmlElement) => readonly Inline[];
  /** Resolves a link. Returns undefined if it must be dropped. */
  readonly resolveLink: (href: string) => string | undefined;
  /** Note numbers in reference order, keyed by `id`. */
  readonly noteNumbers: ReadonlyMap<number, number>;
}

/** The style of plain text. Always the same object, so that adjacent runs are joined. */
export const plainLook: Look = {};

const BREAK = /^<br\s*\/?>$/i;

/** Whether an inline token is HTML other than a line break. */
export const isInlineHtml = ({ type, content }: Token): boolean =>
  type === 'html_inline' && !BREAK.test(content);

const styles: Readonly<Record<string, Look>> = nameTable({
  strong_open: { bold: true },
  em_open: { italic: true },
  s_open: { strike: true },
});

function linkLook(token: Token, around: Look, { resolveLink }: TokenReading): Look {
  const address = resolveLink(String(token.attrGet('href') ?? ''));
  return address === undefined ? around : { ...around, href: address };
}

function addImage(token: Token, flow: Flow, { markdown, placeImage }: TokenReading): void {
  const alt = markdown.renderer.renderInlineAsText(token.children ?? [], markdown.options, {});
  const attributes = { src: String(token.attrGet('src') ?? ''), alt };
  for (const piece of placeImage({ name: 'img', attributes, children: [] })) addPiece(flow, piece);
}

/** Adds a formula, unless it is empty. */
export function addMath(flow: Flow, { content, block }: Token): void {
  const tex = content.trim();
  if (tex !== '') addPiece(flow, { kind: 'math', tex, ...(block ? { display: true as const } : {}) });
}

/** Reads inline tokens into a flow. */
export function readInline(tokens: readonly Token[], flow: Flow, reading: TokenReading): void {
  const looks: Look[] = [];
  let look = plainLook;
  for (const token of tokens) {
    switch (token.type) {
      case 'text':
        addText(flow, token.content, look);
        break;
      case 'softbreak':
        addText(flow, ' ', look);
        break;
      case 'hardbreak':
      case 'html_inline':
        addPiece(flow, { kind: 'line_break' });
        break;
      case 'code_inline':
        addText(flow, token.content, { ...look, code: true });
        break;
      case 'image':
        addImage(token, flow, reading);
        break;
      case 'math':
        addMath(flow, token);
        break;
      case 'footnote_ref': {
        const note = reading.noteNumbers.get(noteIdOf(token));
        if (note !== undefined) addPiece(flow, { kind: 'note', note });
        break;
      }
      default:
        if (token.nesting === 1) {
          looks.push(look);
          look =
            token.type === 'link_open' ? linkLook(token, look, reading) : { ...look, ...styles[token.type] };
        } else if (token.nesting === -1) look = looks.pop() ?? plainLook;
    }
  }
}
