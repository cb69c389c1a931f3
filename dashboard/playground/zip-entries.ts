import { unzipSync } from 'fflate';
import { formats, isFormat } from '../../lib/conversions/formats.ts';
import { formatByName } from '../text/format-names.ts';

/** A file of a ZIP archive. */
export type ZipEntry = { readonly name: string; readonly size: number; readonly mimeType: string };

// Limits that keep the page fast.
const maxEntries = 500;
const maxEntryBytes = 20_000_000;

const mimeTypeOf = (name: string): string => {
  const format = formatByName(name);
  return format !== undefined && isFormat(format) ? formats[format].mimeType : 'application/octet-stream';
};

/** Lists the files of an archive without unpacking them. */
export const listEntries = (bytes: Uint8Array): readonly ZipEntry[] => {
  const entries: ZipEntry[] = [];
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!name.endsWith('/') && entries.length < maxEntries)
        entries.push({ name, size: originalSize, mimeType: mimeTypeOf(name) });
      return false;
    },
  });
  return entries;
};

/** Unpacks one file of an archive, undefined if it is too large for a preview. */
export const readEntry = (bytes: Uint8Array, { name, size, mimeType }: ZipEntry): Blob | undefined => {
  if (size > maxEntryBytes) return undefined;
  const content = unzipSync(bytes, { filter: (entry) => entry.name === name })[name];
  return content === undefined ? undefined : new Blob([new Uint8Array(content)], { type: mimeType });
};
