import type { MarkdownIt, Token } from 'markdown-it';
import { nameTable } from '../../base/name-table.ts';
import type { Inline } from '../../document/document-tree.ts';
import { addPiece, addText, type Flow, type HtmlTextStyle } from '../html/flow.ts';
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
export const plainStyle: HtmlTextStyle = {};

const BREAK = /^<br\s*\/?>$/i;

/** Whether an inline token is HTML other than a line break. */
export const isInlineHtml = ({ type, content }: Token): boolean =>
  type === 'html_inline' && !BREAK.test(content);

const styles: Readonly<Record<string, HtmlTextStyle>> = nameTable({
  strong_open: { bold: true },
  em_open: { italic: true },
  s_open: { strike: true },
  sub_open: { subscript: true },
  sup_open: { superscript: true },
});

function linkStyle(token: Token, around: HtmlTextStyle, { resolveLink }: TokenReading): HtmlTextStyle {
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
  const outerStyles: HtmlTextStyle[] = [];
  let style = plainStyle;
  for (const token of tokens) {
    switch (token.type) {
      case 'text':
        addText(flow, token.content, style);
        break;
      case 'softbreak':
        addText(flow, ' ', style);
        break;
      case 'hardbreak':
      case 'html_inline':
        addPiece(flow, { kind: 'line_break' });
        break;
      case 'code_inline':
        addText(flow, token.content, { ...style, code: true });
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
          outerStyles.push(style);
          style =
            token.type === 'link_open'
              ? linkStyle(token, style, reading)
              : { ...style, ...styles[token.type] };
        } else if (token.nesting === -1) style = outerStyles.pop() ?? plainStyle;
    }
  }
}
