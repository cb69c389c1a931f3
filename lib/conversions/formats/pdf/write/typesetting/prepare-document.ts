import type * as z from 'zod';
import { fonts } from '../../../../backends/fonts/fonts.ts';
import type { DocumentTree } from '../../../../document/document-tree.ts';
import { detectLanguage } from '../../../../document/language.ts';
import { documentTitle, outlineOf } from '../../../../document/outline.ts';
import type { RunLayout } from '../../../../document/page-layout.ts';
import type { documentPageOptions } from '../../../../engine/options.ts';
import { type PagedSection, pageRoom } from './body-data.ts';
import { hasFormulas, sampleText } from './document-properties.ts';
import { loadFormulas } from './formula.ts';
import type { LayoutContext } from './layout-context.ts';
import { type PageData, pageData } from './page-data.ts';
import type { FaceOptions } from './page-layout/faces.ts';
import type { ReplacedParts } from './page-layout/page-parts.ts';
import { sectionsOf } from './sections.ts';
import { loadTextWidths } from './text-width.ts';

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
  /** The settings of the first page. */
  readonly page: PageData;
  readonly sections: readonly PagedSection[];
  readonly replaced: ReplacedParts;
  /** The document's default text properties. */
  readonly text: RunLayout | undefined;
  readonly faceOptions: FaceOptions;
  /** The context without what each attempt at a layout changes. */
  readonly context: Omit<LayoutContext, 'images' | 'seen' | 'faces'>;
}

/** Prepares a document for layout: title, language, sections with their pages, and fonts to measure text. */
export async function prepareDocument(
  tree: DocumentTree,
  options: TypesetOptions,
  filename: string | undefined,
): Promise<PreparedDocument> {
  const { font, font_size, pdf_standard, header, footer } = options;
  const title = documentTitle(tree, outlineOf(tree), filename)?.slice(0, MAX_TITLE_CHARACTERS) ?? '';
  const sections = sectionsOf(tree.blocks).map((section) => ({
    ...section,
    page: pageData(options, title, section.setup),
  }));
  const page = sections[0]?.page ?? pageData(options, title);
  const withFormulas = hasFormulas(tree.blocks) || hasFormulas(tree.notes.flat());
  const widthIn = await loadTextWidths();
  return {
    tree,
    title,
    language: await detectLanguage(sampleText(tree.blocks)),
    standard: pdf_standard === 'none' ? undefined : pdf_standard,
    hasContents: options.toc,
    page,
    sections,
    replaced: { header: header !== undefined, footer: footer !== undefined },
    text: sections.find(({ setup }) => setup?.text !== undefined)?.setup?.text,
    faceOptions: { font: font === undefined ? undefined : fonts[font].family, size: font_size },
    context: {
      notes: tree.notes,
      formula: withFormulas ? await loadFormulas() : undefined,
      textWidth: widthIn(),
      widthIn,
      fontSize: font_size ?? DEFAULT_SIZE,
      isMono: font === 'mono',
      ...pageRoom(page),
    },
  };
}
