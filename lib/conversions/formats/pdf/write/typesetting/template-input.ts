import { charactersOf, chooseFonts } from '../../../../backends/fonts/font-coverage.ts';
import { type FontName, fonts } from '../../../../backends/fonts/fonts.ts';
import { leadingFonts } from '../../../../backends/fonts/leading-font.ts';
import { codePoints, warnAboutMissing } from '../../../../backends/fonts/missing-glyphs.ts';
import type { VirtualFile } from '../../../../backends/typst/typst-compiler.ts';
import { countOf } from '../../../../base/count-of.ts';
import { isRightToLeftLanguage } from '../../../../base/right-to-left.ts';
import { oneLine } from '../../../../document/clean-text.ts';
import { ConversionError } from '../../../../errors.ts';
import { MAX_DEPTH } from './block-data.ts';
import { bodyData } from './body-data.ts';
import { dateOf } from './document-properties.ts';
import type { DecodableImage } from './images.ts';
import type { LayoutContext } from './layout-context.ts';
import { MAX_CHARACTERS } from './limits.ts';
import type { PreparedDocument } from './prepare-document.ts';
import { standardRefusal } from './standard-error.ts';

// The template adds these to the text: markers of list items and check boxes.
const MARKERS = '•◦▪☐☑';

/** The input of the template, and the warnings about it. */
export interface TemplateInput {
  /** JSON. */
  readonly data: string;
  readonly files: readonly VirtualFile[];
  readonly warnings: readonly string[];
}

const nothingSeen = (): LayoutContext['seen'] => ({
  images: new Set(),
  notes: new Set(),
  cells: 0,
  breaks: 0,
  coloured: 0,
  openHeadings: [],
  unreadFormulas: 0,
  isFlattened: false,
});

function metadataOf({ tree, title, standard }: PreparedDocument) {
  const trimmed = (text: string | null): string => oneLine(text ?? '').trim();
  const author = trimmed(tree.metadata.author);
  const keywords = (tree.metadata.keywords ?? '').split(/[,;]/).map(trimmed);
  return {
    title: title || null,
    authors: author === '' ? [] : [author],
    description: trimmed(tree.metadata.subject) || null,
    keywords: keywords.filter((keyword) => keyword !== ''),
    date: dateOf(tree, standard !== undefined),
  };
}

/** Fonts for the template, by preference. */
function fontData(names: readonly FontName[]) {
  const families = names.map((name) => fonts[name].family);
  return {
    fonts: families,
    'mono-fonts': [fonts.mono.family, ...families.filter((family) => family !== fonts.mono.family)],
    'math-fonts': ['New Computer Modern Math', ...families],
    leads: leadingFonts(names),
  };
}

const contentWarnings = ({ seen }: LayoutContext): string[] => [
  ...(seen.unreadFormulas > 0
    ? [`${countOf(seen.unreadFormulas, 'formula')} could not be typeset; the TeX source is shown instead.`]
    : []),
  ...(seen.isFlattened
    ? [`Lists, quotes and tables nested deeper than ${MAX_DEPTH} levels were flattened.`]
    : []),
];

/**
 * Converts a document for the template, with its decodable images by index. Throws ConversionError `empty_document`,
 * `too_complex`, and `unsupported_content` if the requested PDF standard forbids characters that are in no font.
 */
export async function templateInput(
  document: PreparedDocument,
  images: readonly (DecodableImage | undefined)[],
): Promise<TemplateInput> {
  const { tree, standard, language, hasContents } = document;
  const context: LayoutContext = { ...document.context, images, seen: nothingSeen() };
  const body = bodyData(tree, context);
  const bodyText = JSON.stringify(body);
  if (bodyText.length > MAX_CHARACTERS) throw tooLong(bodyText.length);

  const main: readonly FontName[] = context.isMono ? ['mono', 'sans'] : ['sans', 'mono'];
  const chosen = chooseFonts(charactersOf([bodyText, MARKERS]), main);
  if (standard !== undefined && chosen.missing.length > 0)
    throw standardRefusal(standard, `no font has its characters ${codePoints(chosen.missing)}`);

  const data = JSON.stringify({
    ...body,
    page: document.page,
    ...metadataOf(document),
    ...fontData(chosen.names),
    size: context.fontSize,
    lang: language ?? chosen.language ?? 'en',
    rtl: isRightToLeftLanguage(language),
    toc: hasContents ? {} : null,
  });
  return {
    data,
    files: images.flatMap((image, index) =>
      image !== undefined && context.seen.images.has(index) ? [image.file] : [],
    ),
    warnings: [...warnAboutMissing(chosen.missing), ...contentWarnings(context)],
  };
}

function tooLong(length: number): ConversionError {
  const message = `The document's text and formatting have ${length} characters; the limit for one PDF is ${MAX_CHARACTERS}. Split the file.`;
  return new ConversionError('too_complex', message);
}
