import { countWere } from '../base/count-of.ts';
import type { Inline, TreeImage } from './document-tree.ts';
import { textRun } from './document-tree.ts';
import { metafileType, undrawn } from './draw-metafiles.ts';
import type { Needs } from './needs.ts';

/** An image that a reader finds in its file. */
export interface FoundImage {
  /** Identifies the image in the file; each is stored once. */
  readonly key: string;
  /** Returns its bytes; undefined if the file does not contain them. */
  readonly read: () => Uint8Array | undefined;
  /** Whether it is a link to another file, which is never opened. */
  readonly isLinked?: boolean | undefined;
  readonly alt: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly page?: number | undefined;
}

/** Collects the images of a document while it is read. */
export interface ImageStore {
  /** Returns the inline content for an image: the image, or its alternative text if it cannot be displayed. */
  readonly place: (placed: FoundImage) => Inline[];
  readonly images: readonly TreeImage[];
  /** Returns warnings about skipped images. */
  readonly warnings: () => string[];
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

/** Detects the type of an image that browsers display; undefined for all others. */
export function imageType(bytes: Uint8Array): TreeImage['mime_type'] | undefined {
  if (startsWith(bytes, [0x89, ...ascii('PNG\r\n')])) return 'image/png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, ascii('GIF8'))) return 'image/gif';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'image/webp';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.byteLength)).toString(
    'latin1',
  );
  return /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml|<!--|<svg)/.test(head) && head.includes('<svg')
    ? 'image/svg+xml'
    : undefined;
}

/** The warning about images that are links to other files; empty for none. */
export const linkedImageWarnings = (count: number): string[] =>
  count === 0
    ? []
    : [`${countWere(count, 'linked image')} left out: linked files are not opened. Embed them.`];

/** Creates a store that only collects images if they are needed. */
export function createImageStore({ images: isWanted }: Pick<Needs, 'images'>): ImageStore {
  const images: TreeImage[] = [];
  const indexes = new Map<string, number | undefined>();
  let unsupported = 0;
  let linked = 0;

  function keep({ key, read, page }: FoundImage): number | undefined {
    if (indexes.has(key)) return indexes.get(key);
    const bytes = read();
    const mime_type = bytes === undefined ? undefined : imageType(bytes);
    const extension = bytes === undefined ? undefined : metafileType(bytes);
    const isKept = mime_type !== undefined || extension !== undefined;
    const index = bytes === undefined || !isKept ? undefined : images.length;
    if (bytes !== undefined && mime_type !== undefined) images.push({ bytes, mime_type, page });
    else if (bytes !== undefined && extension !== undefined)
      images.push({ ...undrawn, page, metafile: { extension, bytes } });
    else if (bytes !== undefined && bytes.length > 0) unsupported += 1;
    indexes.set(key, index);
    return index;
  }

  return {
    place: (placed) => {
      const alt = placed.alt.replaceAll(/\s+/g, ' ').trim();
      if (isWanted && placed.isLinked === true) linked += 1;
      const image = isWanted ? keep(placed) : undefined;
      if (image === undefined) return alt === '' ? [] : [textRun(alt)];
      const { width, height } = placed;
      return [{ kind: 'image', image, alt, width, height }];
    },
    images,
    warnings: () => [
      ...(unsupported === 0
        ? []
        : [
            `${countWere(unsupported, 'image')} skipped: browsers do not display the format (such as TIFF or PICT).`,
          ]),
      ...linkedImageWarnings(linked),
    ],
  };
}
