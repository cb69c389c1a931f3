import { countEach } from '../../base/count-of.ts';
import type { Needs } from '../../document/needs.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { createPageImages } from './data-images.ts';
import { pageResult } from './page-result.ts';
import { readHtml } from './read-html.ts';

/** A formula as MathML that has only its TeX, which the reader of pages takes. */
export const texMarkup = (tex: string, isBlock: boolean): string =>
  `<math${isBlock ? ' display="block"' : ''}><semantics><annotation encoding="application/x-tex">${escapeMarkup(tex)}</annotation></semantics></math>`;

/** Code, and the name of its language; empty for none. */
export const codeMarkup = (code: string, language = ''): string =>
  `<pre><code${language === '' ? '' : ` class="language-${escapeMarkup(language)}"`}>${escapeMarkup(code)}</code></pre>`;

/** The notes at the end of a page; each is a list item in HTML. */
export const notesMarkup = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<section role="doc-endnotes"><ol>${items.join('')}</ol></section>`;

type Facts = Omit<Parameters<typeof pageResult>[0], 'blocks' | 'notes'>;

/** Reads a document of another format that was converted to the body of a page. Throws ConversionError `empty_document`. */
export async function readAsPage(
  html: string,
  facts: Facts,
  needs: Needs,
  warnings: readonly string[] = [],
  others: Iterable<string> = [],
): Promise<DocumentResult> {
  const images = createPageImages(needs);
  const { blocks, notes, leftOut } = await readHtml(html, {
    placeImage: images.placeImage,
    resolveRelative: (href) => href,
    mainContent: false,
    firstNote: 0,
  });
  if (blocks.length === 0 && needs.blocks)
    throw new ConversionError('empty_document', 'The document contains no text. Send a file with text.');
  return pageResult({ ...facts, blocks, notes }, images, [
    ...warnings,
    ...leftOutWarning([...countEach(leftOut), ...others]),
  ]);
}
