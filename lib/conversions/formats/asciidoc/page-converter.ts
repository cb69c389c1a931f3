import type { Html5Converter } from '@asciidoctor/core';

type Asciidoctor = typeof import('@asciidoctor/core');

/** A node of Asciidoctor's tree, as far as it is used here. */
interface Node {
  readonly type?: string;
  readonly style?: string;
  readonly text?: string;
  readonly getAttribute: (name: string) => unknown;
  readonly content: () => unknown;
}

/** A formula whose TeX Asciidoctor has escaped. */
const texMarkup = (tex: string, display = ''): string =>
  `<math${display}><annotation encoding="application/x-tex">${tex}</annotation></math>`;

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
      if (node.type === 'latexmath') return texMarkup(node.text ?? '');
      return node.type === 'asciimath' ? `<code>${node.text}</code>` : await inlineQuoted(node);
    },
    convert_stem: async (node: Node): Promise<unknown> =>
      node.style === 'latexmath'
        ? texMarkup(String(await node.content()), ' display="block"')
        : `<pre>${String(await node.content())}</pre>`,
  });
}
