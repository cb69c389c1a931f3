import { typesetPdf } from '../../../../backends/typst/typst-compiler.ts';
import type { DocumentTree } from '../../../../document/document-tree.ts';
import { ConversionError } from '../../../../errors.ts';
import { brokenImagesWarning, type DecodableImage, documentImages } from './images.ts';
import { prepareDocument, type TypesetOptions } from './prepare-document.ts';
import { decodableOnly } from './probe-images.ts';
import { standardError } from './standard-error.ts';
import { type TemplateInput, templateInput } from './template-input.ts';
import { documentTemplate } from './typst-template.ts';

/** A PDF and the warnings about it. */
interface TypesetDocument {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly string[];
}

/**
 * Lays out a document as a PDF. Throws ConversionError `too_complex`, `empty_document`, and `unsupported_content` if the
 * document does not meet the requested PDF standard.
 */
export async function typesetDocument(
  tree: DocumentTree,
  options: TypesetOptions,
  filename: string | undefined,
): Promise<TypesetDocument> {
  const document = await prepareDocument(tree, options, filename);
  const { images, warnings } = await documentImages(tree);
  const input = await templateInput(document, images);
  try {
    return typeset(input, document.standard, warnings);
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    // An image with an intact header and damaged data fails only when it is decoded. Try each image by itself.
    const decodable = decodableOnly(images);
    const broken = countOf(images) - countOf(decodable);
    if (broken === 0) throw error;
    const retried = await templateInput(document, decodable);
    return typeset(retried, document.standard, [...warnings, brokenImagesWarning(broken)]);
  }
}

const countOf = (images: readonly (DecodableImage | undefined)[]): number =>
  images.filter((image) => image !== undefined).length;

function typeset(
  { data, files, warnings }: TemplateInput,
  standard: string | undefined,
  earlierWarnings: readonly string[],
): TypesetDocument {
  try {
    const pdf = typesetPdf(documentTemplate, data, { files, standard });
    return { ...pdf, warnings: [...earlierWarnings, ...warnings] };
  } catch (error) {
    throw (standard === undefined ? undefined : standardError(error, standard)) ?? error;
  }
}
