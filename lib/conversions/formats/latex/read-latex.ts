import { minOf } from '../../base/arrays.ts';
import { cleanText } from '../../document/clean-text.ts';
import { noInfo } from '../../document/document-info.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import type { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { readAsPage } from '../html/read-page.ts';
import { readPage, textOf } from './page-elements.ts';
import { type LatexDocument, latexFault, parseLatex } from './parse-latex.ts';

const pictureWarning =
  'The images and the files that the LaTeX file includes, such as its bibliography, are not part of it and were left out.';

/** Raises the headings of a document without parts and chapters: its highest are at level 1, or at 2 below a title. */
function raised(blocks: readonly TreeBlock[], hasTitle: boolean): TreeBlock[] {
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  const own = hasTitle ? levels.slice(1) : levels;
  const by = Math.max(0, minOf(own) - (hasTitle ? 2 : 1));
  let headings = 0;
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    headings += 1;
    return hasTitle && headings === 1 ? block : { ...block, level: block.level - by };
  });
}

function pageOf(document: LatexDocument): ReturnType<typeof readPage> {
  try {
    return readPage(document);
  } catch (error) {
    throw latexFault(error);
  }
}

/** Reads a LaTeX document. */
export async function readLatex(
  bytes: Uint8Array,
  { options, needs }: ReadRequest<typeof textOptions, 'latex'>,
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  const document = await parseLatex(cleanText(text));
  const { content, hasTitle } = pageOf(document);
  const said = (value: string): string | null => value.replaceAll(/\s+/g, ' ').trim() || null;
  const metadata = {
    ...noInfo,
    title: said(textOf(document.title)),
    author: said(document.authors.map((author) => textOf(author).trim()).join(', ')),
    encoding,
  };
  const isLeftOut =
    /\\(?:include(?:graphics|pdf)?|input|import|subfile|lstinputlisting|verbatiminput|inputminted|bibliography|addbibresource|printbibliography)\b/.test(
      text,
    );
  const hasDrawing = /\\begin\{(?:tikzpicture|pgfpicture|picture)\}/.test(text);
  const result = readAsPage(
    content,
    { format: 'latex', metadata },
    needs,
    [...warnings, ...(isLeftOut ? [pictureWarning] : [])],
    hasDrawing ? ['drawings made by commands'] : [],
  );
  return { ...result, tree: { ...result.tree, blocks: raised(result.tree.blocks, hasTitle) } };
}
