import type { Html5Converter } from '@asciidoctor/core';
import { texMarkup } from '../html/read-page.ts';

type Asciidoctor = typeof import('@asciidoctor/core');

/** A node of Asciidoctor's tree, as far as it is used here. */
interface Node {
  readonly type?: string;
  readonly style?: string;
  readonly text?: string;
  readonly getAttribute: (name: string) => unknown;
  readonly content: () => unknown;
}

// Asciidoctor escapes the text of formulas.
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The library's converter to HTML, with notes, admonitions and formulas as the reader of pages knows them. */
export function createPageConverter({ Html5Converter: Base }: Asciidoctor): Html5Converter {
  const page = new Base('html5', {});
  const inlineQuoted = page.convert_inline_quoted.bind(page);
  return Object.assign(page, {
    convert_inline_footnote: async (node: Node): Promise<string> => {
      const index = node.getAttribute('index');
      return index === undefined || index === null
        ? ''
        : `<a role="doc-noteref" href="#_footnotedef_${String(index)}">${String(index)}</a>`;
    },
    convert_admonition: async (node: Node): Promise<string> =>
      `<blockquote><p><strong>${String(node.getAttribute('textlabel'))}</strong></p>${String(await node.content())}</blockquote>`,
    convert_inline_quoted: async (node: Node): Promise<unknown> => {
      if (node.type === 'latexmath') return texMarkup(unescaped(node.text ?? ''), false);
      return node.type === 'asciimath' ? `<code>${node.text}</code>` : await inlineQuoted(node);
    },
    convert_stem: async (node: Node): Promise<unknown> =>
      node.style === 'latexmath'
        ? texMarkup(unescaped(String(await node.content())), true)
        : `<pre>${String(await node.content())}</pre>`,
  });
}
