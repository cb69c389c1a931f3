import type { TreeImage } from './document-tree.ts';

/** File name extensions by image type. */
export const imageExtensions: Readonly<Record<TreeImage['mime_type'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** Returns the file name of a document's image by its index from 0: `image-001.png`. */
export const imageFileName = (image: TreeImage, index: number): string =>
  `image-${String(index + 1).padStart(3, '0')}.${imageExtensions[image.mime_type]}`;

export const toDataUri = ({ bytes, mime_type }: TreeImage): string =>
  `data:${mime_type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
