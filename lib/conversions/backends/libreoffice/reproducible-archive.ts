import { makeZip } from '../../shared/zip/make-zip.ts';
import { openZip } from '../../shared/zip/open-zip.ts';

// Values of views and saves that LibreOffice writes to the settings and that vary between runs.
const VOLATILE = /<config:config-item config:name="(?:Rsid\w*|ViewId)"[^<>]*>[^<]*<\/config:config-item>/g;

/**
 * Removes dates and random numbers from an archive that LibreOffice wrote, so that a document always produces the same
 * bytes.
 */
export function withoutArchiveTimes(bytes: Uint8Array): Uint8Array {
  const archive = openZip(bytes);
  const files = archive.names.flatMap((name) => {
    const part = archive.read(name);
    if (part === undefined || name.endsWith('/')) return [];
    const stable =
      name === 'settings.xml'
        ? Buffer.from(Buffer.from(part).toString('utf8').replaceAll(VOLATILE, ''))
        : part;
    // OpenDocument 1.3 part 2, 3.3: the media type is first and uncompressed.
    return [{ name, bytes: stable, ...(name === 'mimetype' ? { stored: true as const } : {}) }];
  });
  return makeZip(files);
}
