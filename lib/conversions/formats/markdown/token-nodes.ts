import type { MarkdownIt, Token } from 'markdown-it';
import type { HtmlElement, HtmlNode } from '../html/html-node.ts';
import { CHECKED, noteIdOf, notePlace } from './parse-markdown.ts';

const BREAK = /^<br\s*\/?>$/i;

/** Whether an inline token is HTML other than a line break. */
export const isInlineHtml = ({ type, content }: Token): boolean =>
  type === 'html_inline' && !BREAK.test(content);

// Shared: most of the elements of a large table have none.
const noAttributes: HtmlElement['attributes'] = {};

const element = (
  name: string,
  attributes = noAttributes,
  children: readonly HtmlNode[] = [],
): HtmlElement => ({
  name,
  attributes,
  children,
});

const attributesOf = ({ attrs }: Token): HtmlElement['attributes'] =>
  attrs === null ? noAttributes : Object.fromEntries(attrs.map(([name, value]) => [name, String(value)]));

function codeOf({ info, content }: Token, { utils }: MarkdownIt): HtmlElement {
  const [language = ''] = utils.unescapeAll(info).trim().split(/\s+/);
  const code = element('code', language === '' ? noAttributes : { class: `language-${language}` }, [content]);
  return element('pre', noAttributes, [code]);
}

/** The node of a token without an end. */
function nodeOf(token: Token, markdown: MarkdownIt): HtmlNode {
  switch (token.type) {
    case 'text':
      return token.content;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
    case 'html_inline':
      return element('br');
    case 'code_inline':
      return element('code', noAttributes, [token.content]);
    case 'fence':
    case 'code_block':
      return codeOf(token, markdown);
    case 'image': {
      const alt = markdown.renderer.renderInlineAsText(token.children ?? [], markdown.options, {});
      return element('img', { ...attributesOf(token), alt });
    }
    case 'math': {
      const tex = element('annotation', { encoding: 'application/x-tex' }, [token.content]);
      return element('math', token.block ? { display: 'block' } : noAttributes, [tex]);
    }
    case 'task':
      return element('input', { type: 'checkbox', ...(token.info === CHECKED && { checked: '' }) });
    case 'footnote_ref':
      return element('a', { role: 'doc-noteref', href: `#${notePlace(noteIdOf(token))}` });
    case 'page_break':
      return element('div', { class: 'page-break' });
    default:
      return element(token.tag);
  }
}

/** The elements of blocks without HTML, as the renderer writes them and a page has them. */
export function nodesOf(tokens: readonly Token[], markdown: MarkdownIt): HtmlNode[] {
  const root: HtmlNode[] = [];
  const outer: HtmlNode[][] = [];
  let nodes = root;
  const add = (token: Token): void => {
    // Paragraphs of tight lists are lines of their item.
    if (token.hidden) return;
    if (token.type === 'inline') for (const child of token.children ?? []) add(child);
    else if (token.nesting < 0) nodes = outer.pop() ?? root;
    else if (token.nesting > 0) {
      const inside: HtmlNode[] = [];
      nodes.push(element(token.tag, attributesOf(token), inside));
      outer.push(nodes);
      nodes = inside;
    } else nodes.push(nodeOf(token, markdown));
  };
  for (const token of tokens) add(token);
  return root;
}
