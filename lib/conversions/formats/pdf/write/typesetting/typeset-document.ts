import type * as z from 'zod';
import { ConversionError } from '../../../../../errors.ts';
import { charactersOf, chooseFonts } from '../../../../backends/fonts/font-coverage.ts';
import { type FontName, fonts } from '../../../../backends/fonts/fonts.ts';
import { leadingFonts } from '../../../../backends/fonts/leading-font.ts';
import { codePoints, warnAboutMissing } from '../../../../backends/fonts/missing-glyphs.ts';
import { typesetPdf } from '../../../../backends/typst/typst-compiler.ts';
import { isRightToLeftLanguage } from '../../../../base/right-to-left.ts';
import { oneLine } from '../../../../document/clean-text.ts';
import type { DocumentTree } from '../../../../document/document-tree.ts';
import { detectLanguage } from '../../../../document/language.ts';
import { documentTitle, outlineOf } from '../../../../document/outline.ts';
import type { pdfPageOptions } from '../../../../engine/options.ts';
import { blocksData, gatherTurned } from './block-data.ts';
import { dateOf, hasFormulas, sampleText } from './document-properties.ts';
import { loadFormulas } from './formula.ts';
import { brokenImagesWarning, documentImages, type SettableImage } from './images.ts';
import type { Setting } from './layout-context.ts';
import { pageData } from './page-data.ts';
import { settableOnly } from './probe-images.ts';
import { standardError, standardRefusal } from './standard-error.ts';
import { loadTextWidth } from './text-width.ts';
import type { BlockData } from './typst-data.ts';
import { documentTemplate } from './typst-template.ts';

/** Most characters of the JSON for the template: about twice those of the text; a page has about 3,000. */
export const MAX_CHARACTERS = 12_000_000;
/** Longer titles would not fit in a page header. */
const MAX_TITLE_CHARACTERS = 500;

/** Options of the engine that typesets documents. */
export type TypesetOptions = z.output<typeof pdfPageOptions> & {
  readonly font: 'sans' | 'mono';
  readonly font_size: number;
};

/** The content for the template, before its fonts are chosen. */
interface Body {
  readonly blocks: readonly BlockData[];
  readonly notes: readonly (readonly BlockData[])[];
}

function bodyOf(tree: DocumentTree, setting: Setting): Body {
  const place = { room: setting.width, size: setting.fontSize, depth: 0 };
  const blocks = gatherTurned(blocksData(tree.blocks, place, setting));
  const note = { ...place, size: setting.fontSize * 0.85, isNote: true } as const;
  const notes = tree.notes.map((content, index) =>
    setting.seen.notes.has(index) ? blocksData(content, note, setting) : [],
  );
  if (blocks.length === 0)
    throw new ConversionError(
      'empty_document',
      'The document has no content that can be written to a PDF. Check that the file is complete.',
    );
  return { blocks, notes };
}

/** A PDF and the warnings about it. */
export interface TypesetDocument {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly string[];
}

/** The record of a document of which nothing is laid out yet. */
const nothingSeen = (): Setting['seen'] => ({
  images: new Set(),
  notes: new Set(),
  cells: 0,
  breaks: 0,
  coloured: 0,
  headingLevel: 0,
  unreadFormulas: 0,
  isFlattened: false,
});

/** The document's metadata for the template. */
const metadataOf = (tree: DocumentTree, title: string, isStandard: boolean) => ({
  title: title || null,
  authors: [tree.info.author ?? ''].map((text) => oneLine(text).trim()).filter((text) => text !== ''),
  description: oneLine(tree.info.subject ?? '').trim() || null,
  keywords: (tree.info.keywords ?? '')
    .split(/[,;]/)
    .map((text) => oneLine(text).trim())
    .filter((text) => text !== ''),
  date: dateOf(tree, isStandard),
});

/** The chosen fonts for the template, by preference. */
function fontData(names: readonly FontName[]) {
  const families = names.map((name) => fonts[name].family);
  return {
    fonts: families,
    'mono-fonts': [fonts.mono.family, ...families.filter((family) => family !== fonts.mono.family)],
    'math-fonts': ['New Computer Modern Math', ...families],
    leads: leadingFonts(names),
  };
}

const contentWarnings = ({ seen }: Setting): string[] => [
  ...(seen.unreadFormulas > 0
    ? [`Formulas that can't be read are shown as they are written: ${seen.unreadFormulas}.`]
    : []),
  ...(seen.isFlattened ? ['Lists, quotes and tables that lie too deep in each other were made flat.'] : []),
];

/**
 * Lays out a document as a PDF. Throws ConversionError `too_complex`, `empty_document`, and `unsupported_content` if the
 * document does not meet the requested PDF standard.
 */
export async function typesetDocument(
  tree: DocumentTree,
  options: TypesetOptions,
  filename: string | undefined,
): Promise<TypesetDocument> {
  const title = documentTitle(tree, outlineOf(tree), filename)?.slice(0, MAX_TITLE_CHARACTERS) ?? '';
  const standard = options.pdf_standard === 'none' ? undefined : options.pdf_standard;
  const page = pageData(options, title);
  const formula =
    hasFormulas(tree.blocks) || hasFormulas(tree.notes.flat()) ? await loadFormulas() : undefined;
  const textWidth = await loadTextWidth();
  const { images, warnings } = await documentImages(tree);
  const layout: Omit<Setting, 'images' | 'seen'> = {
    notes: tree.notes,
    formula,
    textWidth,
    fontSize: options.font_size,
    isMono: options.font === 'mono',
    width: page.width - page.left - page.right,
    turnedWidth: page.height - page.left - page.right,
    height: page.height - page.top - page.bottom,
  };
  const sample = sampleText(tree.blocks);
  const language = await detectLanguage(sample);
  const main: readonly FontName[] = options.font === 'mono' ? ['mono', 'sans'] : ['sans', 'mono'];

  const attempt = async (settable: readonly (SettableImage | undefined)[]) => {
    const around: Setting = { ...layout, images: settable, seen: nothingSeen() };
    const body = bodyOf(tree, around);
    const inner = JSON.stringify(body);
    if (inner.length > MAX_CHARACTERS) throw tooLong(inner.length);
    const {
      names,
      language: eastAsian,
      missing,
    } = await chooseFonts(charactersOf([inner, JSON.stringify(page), '•◦▪☐☑']), main);
    if (standard !== undefined && missing.length > 0)
      throw standardRefusal(standard, `no font has its characters ${codePoints(missing)}`);
    const data = JSON.stringify({
      ...body,
      page,
      ...metadataOf(tree, title, standard !== undefined),
      ...fontData(names),
      size: options.font_size,
      lang: language ?? eastAsian ?? 'en',
      rtl: isRightToLeftLanguage(language),
      toc: options.toc ? {} : null,
    });
    const files = settable.flatMap((image, index) =>
      image !== undefined && around.seen.images.has(index) ? [image.file] : [],
    );
    return { around, data, files, missing };
  };

  const first = await attempt(images);
  const set = ({ data, files }: typeof first) => typesetPdf(documentTemplate, data, { files, standard });
  const report = ({ around, missing }: typeof first): string[] => [
    ...warnings,
    ...warnAboutMissing(missing),
    ...contentWarnings(around),
  ];
  try {
    return { ...set(first), warnings: report(first) };
  } catch (error) {
    const ofStandard = standard === undefined ? undefined : standardError(error, standard);
    if (ofStandard !== undefined) throw ofStandard;
    // An image with an intact header and damaged data fails only when it is decoded. Try each image by itself.
    const left = settableOnly(images);
    const broken = images.filter((image, index) => image !== undefined && left[index] === undefined).length;
    if (broken === 0) throw error;
    const second = await attempt(left);
    return { ...set(second), warnings: [...report(second), brokenImagesWarning(broken)] };
  }
}

function tooLong(length: number): ConversionError {
  const message = `The document's text and formatting have ${length} characters; the limit for one PDF is ${MAX_CHARACTERS}. Split the file.`;
  return new ConversionError('too_complex', message);
}
