import { typesetPdf } from '../../../../backends/typst/typst-compiler.ts';
import type { DecodableImage } from './images.ts';

const TEMPLATE = '#set document(date: none)\n#image("/" + sys.inputs.data, width: 10pt, height: 10pt)';

function isDecodable(image: DecodableImage): boolean {
  try {
    typesetPdf(TEMPLATE, image.file.name, { files: [image.file] });
    return true;
  } catch {
    return false;
  }
}

/** Removes the images that Typst cannot decode. */
export function decodableOnly(
  images: readonly (DecodableImage | undefined)[],
): readonly (DecodableImage | undefined)[] {
  return images.map((image) => (image !== undefined && isDecodable(image) ? image : undefined));
}
