import type * as z from 'zod';
import type { DocumentTree } from '../../../../document/document-tree.ts';
import { detectLanguage } from '../../../../document/language.ts';
import { documentTitle, outlineOf } from '../../../../document/outline.ts';
import type { documentPageOptions } from '../../../../engine/options.ts';
import { pageRoom } from './body-data.ts';
import { hasFormulas, sampleText } from './document-properties.ts';
import { loadFormulas } from './formula.ts';
import type { LayoutContext } from './layout-context.ts';
import { type PageData, pageData } from './page-data.ts';
import { loadTextWidth } from './text-width.ts';

const DEFAULT_SIZE = 11;
/** Longer titles would not fit in a page header. */
const MAX_TITLE_CHARACTERS = 500;

/** Options of the engine that typesets documents. */
export type TypesetOptions = z.output<typeof documentPageOptions> & {
  readonly font?: 'sans' | 'mono' | undefined;
  readonly font_size?: number | undefined;
};

/** A document and everything that can be determined before it is laid out. */
export interface PreparedDocument {
  readonly tree: DocumentTree;
  readonly title: string;
  /** The detected language (BCP 47); null if unknown. */
  readonly language: string | null;
  /** The requested PDF standard. */
  readonly standard: string | undefined;
  readonly hasContents: boolean;
  readonly page: PageData;
  /** The context without what each attempt at a layout changes. */
  readonly context: Omit<LayoutContext, 'images' | 'seen'>;
}

/** Prepares a document for layout: title, language, page settings, and a font to measure text. */
export async function prepareDocument(
  tree: DocumentTree,
  options: TypesetOptions,
  filename: string | undefined,
): Promise<PreparedDocument> {
  const { font, font_size, pdf_standard } = options;
  const title = documentTitle(tree, outlineOf(tree), filename)?.slice(0, MAX_TITLE_CHARACTERS) ?? '';
  const page = pageData(options, title, tree.paper);
  const withFormulas = hasFormulas(tree.blocks) || hasFormulas(tree.notes.flat());
  return {
    tree,
    title,
    language: await detectLanguage(sampleText(tree.blocks)),
    standard: pdf_standard === 'none' ? undefined : pdf_standard,
    hasContents: options.toc,
    page,
    context: {
      notes: tree.notes,
      formula: withFormulas ? await loadFormulas() : undefined,
      textWidth: await loadTextWidth(),
      fontSize: font_size ?? DEFAULT_SIZE,
      isMono: font === 'mono',
      ...pageRoom(page),
    },
  };
}
