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
import type { documentPageOptions } from '../../../../engine/options.ts';
import { blocksData, gatherTurned } from './block-data.ts';
import { dateOf, hasFormulas, sampleText } from './document-properties.ts';
import { loadFormulas } from './formula.ts';
import { brokenImagesWarning, documentImages, type SettableImage } from './images.ts';
import type { Setting } from './layout-context.ts';
import { type PageData, pageData } from './page-data.ts';
import { createFaces } from './page-layout/faces.ts';
import { spaced, spacedPage } from './page-layout/laid-paragraph.ts';
import { type RunningParts, runningParts } from './page-layout/page-parts.ts';
import { settableOnly } from './probe-images.ts';
import { type Section, type SectionPart, sectionsOf } from './sections.ts';
import { standardError, standardRefusal } from './standard-error.ts';
import { loadTextWidths } from './text-width.ts';
import type { BlockData } from './typst-data.ts';
import { documentTemplate } from './typst-template.ts';

/** Most characters of the JSON for the template: about twice those of the text; a page has about 3,000. */
export const MAX_CHARACTERS = 12_000_000;
const DEFAULT_SIZE = 11;
/** Longer titles would not fit in a page header. */
const MAX_TITLE_CHARACTERS = 500;

/** Options of the engine that typesets documents. */
export type TypesetOptions = z.output<typeof documentPageOptions> & {
  readonly font?: 'sans' | 'mono' | undefined;
  readonly font_size?: number | undefined;
};

/** Blocks on pages of one setup. */
interface PartData {
  readonly page: PageData;
  /** Null if the document has no page settings. */
  readonly running: RunningParts | null;
  readonly blocks: readonly BlockData[];
}

/** The content for the template, before its fonts are chosen. */
interface Body {
  readonly parts: readonly PartData[];
  readonly notes: readonly (readonly BlockData[])[];
}

/** A section with the settings of its pages. */
type PagedSection = Section & { readonly page: PageData };

/** The lengths between the margins of a page. */
const roomOf = ({ width, height, left, right, top, bottom }: PageData) => ({
  paper: width,
  width: width - left - right,
  turnedWidth: height - left - right,
  height: height - top - bottom,
});

/** Puts blocks in columns. A page break ends the columns, because containers contain none. */
function inColumns(
  blocks: readonly BlockData[],
  { count, gap }: NonNullable<SectionPart['columns']>,
): BlockData[] {
  const out: BlockData[] = [];
  let open: BlockData[] = [];
  const close = (): void => {
    if (open.length > 0) out.push({ k: 'cols', n: count, gap, c: open });
    open = [];
  };
  for (const block of blocks) {
    if (block.k === 'pb' || block.k === 'wide') {
      close();
      out.push(block);
    } else open.push(block);
  }
  close();
  return out;
}

function bodyOf(
  tree: DocumentTree,
  sections: readonly PagedSection[],
  { header, footer }: TypesetOptions,
  setting: Setting,
): Body {
  const parts = sections.map(({ page, setup, parts: pieces }): PartData => {
    const inPage = { ...setting, ...roomOf(page) };
    const place = { room: inPage.width, size: setting.fontSize, depth: 0 };
    const blocks = pieces.flatMap((piece) => {
      const { columns } = piece;
      if (columns === undefined) return blocksData(piece.blocks, place, inPage);
      const room = Math.max(place.size, (place.room - (columns.count - 1) * columns.gap) / columns.count);
      return inColumns(blocksData(piece.blocks, { ...place, room }, inPage), columns);
    });
    const shown = setup === undefined ? blocks : spacedPage(blocks, inPage);
    const replaced = { header: header !== undefined, footer: footer !== undefined };
    const running = setup === undefined ? null : runningParts(setup, replaced, place, inPage, blocksData);
    return { page, running, blocks: gatherTurned(shown) };
  });
  const place = { room: setting.width, size: setting.fontSize, depth: 0 };
  const note = { ...place, size: setting.fontSize * 0.85, isNote: true } as const;
  const notes = tree.notes.map((content, index) =>
    setting.seen.notes.has(index) ? spaced(blocksData(content, note, setting), setting) : [],
  );
  if (parts.every(({ blocks }) => blocks.length === 0))
    throw new ConversionError(
      'empty_document',
      'The document has no content that can be written to a PDF. Check that the file is complete.',
    );
  return { parts, notes };
}

/** A PDF and the warnings about it. */
export interface TypesetDocument {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly string[];
  readonly fonts_substituted: readonly string[];
}

/** The record of a document of which nothing is laid out yet. */
const nothingSeen = (): Setting['seen'] => ({
  images: new Set(),
  notes: new Set(),
  cells: 0,
  printed: 0,
  breaks: 0,
  coloured: 0,
  headingLevel: 0,
  unreadFormulas: 0,
  longParts: 0,
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
  ...(seen.longParts > 0
    ? [`${seen.longParts} page headers and footers were omitted because they are too long.`]
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
  const sections = sectionsOf(tree.blocks).map((section) => ({
    ...section,
    page: pageData(options, title, section.setup),
  }));
  const page = sections[0]?.page ?? pageData(options, title);
  const fontSize = options.font_size ?? DEFAULT_SIZE;
  const formula =
    hasFormulas(tree.blocks) || hasFormulas(tree.notes.flat()) ? await loadFormulas() : undefined;
  const widthIn = await loadTextWidths();
  const { images, warnings } = await documentImages(tree);
  const layout: Omit<Setting, 'images' | 'seen' | 'faces'> = {
    notes: tree.notes,
    formula,
    textWidth: widthIn(),
    widthIn,
    fontSize,
    isMono: options.font === 'mono',
    ...roomOf(page),
  };
  const sample = sampleText(tree.blocks);
  const language = await detectLanguage(sample);
  const main: readonly FontName[] = options.font === 'mono' ? ['mono', 'sans'] : ['sans', 'mono'];

  const text = sections.find(({ setup }) => setup?.text !== undefined)?.setup?.text;
  const given = {
    font: options.font === undefined ? undefined : fonts[options.font].family,
    size: options.font_size,
  };
  const attempt = async (settable: readonly (SettableImage | undefined)[]) => {
    const around: Setting = {
      ...layout,
      images: settable,
      seen: nothingSeen(),
      faces: createFaces(text, given),
    };
    const body = bodyOf(tree, sections, options, around);
    const inner = JSON.stringify(body);
    if (inner.length > MAX_CHARACTERS) throw tooLong(inner.length);
    const { names, language: eastAsian, missing } = await chooseFonts(charactersOf([inner, '•◦▪☐☑']), main);
    if (standard !== undefined && missing.length > 0)
      throw standardRefusal(standard, `no font has its characters ${codePoints(missing)}`);
    const data = JSON.stringify({
      ...body,
      page,
      faces: around.faces.faces,
      styles: around.faces.styles,
      ...metadataOf(tree, title, standard !== undefined),
      ...fontData(names),
      size: fontSize,
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
  const report = ({ around, missing }: typeof first) => ({
    warnings: [...warnings, ...warnAboutMissing(missing), ...contentWarnings(around)],
    fonts_substituted: Array.from(around.faces.replaced, ([wanted, used]) => `${wanted} -> ${used}`),
  });
  try {
    return { ...set(first), ...report(first) };
  } catch (error) {
    const ofStandard = standard === undefined ? undefined : standardError(error, standard);
    if (ofStandard !== undefined) throw ofStandard;
    // An image with an intact header and damaged data fails only when it is decoded. Try each image by itself.
    const left = settableOnly(images);
    const broken = images.filter((image, index) => image !== undefined && left[index] === undefined).length;
    if (broken === 0) throw error;
    const second = await attempt(left);
    const { warnings: others, ...more } = report(second);
    return { ...set(second), ...more, warnings: [...others, brokenImagesWarning(broken)] };
  }
}

function tooLong(length: number): ConversionError {
  const message = `The document's text and formatting have ${length} characters; the limit for one PDF is ${MAX_CHARACTERS}. Split the file.`;
  return new ConversionError('too_complex', message);
}
