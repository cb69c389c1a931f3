import { escapeMarkup } from '../markup/escape-markup.ts';
import { makeZip } from '../zip/make-zip.ts';

const MANIFEST = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';

/** An entry of an OpenDocument package's manifest: a file, or without bytes the folder of an embedded object. */
export interface PackageEntry {
  readonly path: string;
  readonly mediaType: string;
  readonly bytes?: Uint8Array;
  /** Stored uncompressed, as already compressed data is. */
  readonly stored?: boolean;
}

/** Packs the files of a document with their manifest (OpenDocument 1.3, part 2, 3). */
export function packOdf(mimeType: string, entries: readonly PackageEntry[]): Uint8Array {
  const listed = [{ path: '/', mediaType: mimeType }, ...entries].map(
    ({ path, mediaType }) =>
      `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${escapeMarkup(mediaType)}"/>`,
  );
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest xmlns:manifest="${MANIFEST}" manifest:version="1.3">${listed.join('')}</manifest:manifest>\n`;
  return makeZip([
    // Must be the first entry and uncompressed (3.3).
    { name: 'mimetype', bytes: Buffer.from(mimeType), stored: true },
    ...entries.flatMap(({ path, bytes, stored }) =>
      bytes === undefined ? [] : [{ name: path, bytes, stored }],
    ),
    { name: 'META-INF/manifest.xml', bytes: Buffer.from(manifest) },
  ]);
}
