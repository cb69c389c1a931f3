import { countWere } from '../../base/count-of.ts';
import type { DocumentTree, TreeImage } from '../../document/document-tree.ts';
import { undrawn } from '../../document/draw-metafiles.ts';
import { ConversionError } from '../../errors.ts';
import { inertSvg } from './safe-svg.ts';

/** An SVG image that is safe to show. */
interface CleanSvg {
  readonly bytes: Uint8Array;
  /** Set if it lost references to other files, or was replaced by an empty one because it is damaged or too complex. */
  readonly lost?: 'references' | 'everything';
}

/** Removes scripts and outside references from an SVG image. */
export async function cleanSvg(bytes: Uint8Array): Promise<CleanSvg> {
  try {
    const { svg, isCut } = await inertSvg(bytes);
    return { bytes: Buffer.from(svg), ...(isCut ? { lost: 'references' } : {}) };
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return { bytes: undrawn.bytes, lost: 'everything' };
  }
}

/**
 * Removes scripts and outside references from the SVG images of a document, before it is written to a file that may contain
 * them. The warnings count those that referred to other files, and those left blank because they are damaged or too complex.
 */
export async function cleanImages(
  tree: DocumentTree,
): Promise<{ readonly tree: DocumentTree; readonly warnings: readonly string[] }> {
  let cut = 0;
  let blank = 0;
  const images: TreeImage[] = [];
  for (const image of tree.images) {
    if (image.mime_type !== 'image/svg+xml') {
      images.push(image);
      continue;
    }
    const { bytes, lost } = await cleanSvg(image.bytes);
    if (lost === 'references') cut += 1;
    if (lost === 'everything') blank += 1;
    images.push({ ...image, bytes });
  }
  const warnings = [
    ...(cut === 0
      ? []
      : [
          `${countWere(cut, 'SVG image')} written without the external files to which ${cut === 1 ? 'it refers' : 'they refer'}. Embed them.`,
        ]),
    ...(blank === 0
      ? []
      : [
          `${countWere(blank, 'SVG image')} left blank because ${blank === 1 ? 'it is' : 'they are'} damaged or too complex.`,
        ]),
  ];
  return { tree: { ...tree, images }, warnings };
}
