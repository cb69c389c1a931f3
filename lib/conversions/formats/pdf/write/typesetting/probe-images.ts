import { typesetPdf } from '../../../../backends/typst/typst-compiler.ts';
import type { SettableImage } from './images.ts';

const TEMPLATE = '#set document(date: none)\n#image("/" + sys.inputs.data, width: 10pt, height: 10pt)';

function canBeSet(image: SettableImage): boolean {
  try {
    typesetPdf(TEMPLATE, image.file.name, { files: [image.file] });
    return true;
  } catch {
    return false;
  }
}

/** Removes the images that Typst cannot decode. */
export function settableOnly(
  images: readonly (SettableImage | undefined)[],
): readonly (SettableImage | undefined)[] {
  return images.map((image) => (image !== undefined && canBeSet(image) ? image : undefined));
}
