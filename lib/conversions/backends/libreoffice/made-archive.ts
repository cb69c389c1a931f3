import { makeZip } from '../../shared/zip/make-zip.ts';
import { openZip } from '../../shared/zip/open-zip.ts';

// LibreOffice puts numbers of its views and of its save into the settings, which change from one run to the next.
const VOLATILE = /<config:config-item config:name="(?:Rsid\w*|ViewId)"[^<>]*>[^<]*<\/config:config-item>/g;

/**
 * Takes out of an archive that LibreOffice just wrote what depends on the time: dates of its files, and numbers drawn anew. The same document
 * gives the same bytes.
 */
export function withoutArchiveTimes(bytes: Uint8Array): Uint8Array {
  const archive = openZip(bytes);
  const files = archive.names.flatMap((name) => {
    const part = archive.read(name);
    if (part === undefined || name.endsWith('/')) return [];
    const settled =
      name === 'settings.xml'
        ? Buffer.from(Buffer.from(part).toString('utf8').replaceAll(VOLATILE, ''))
        : part;
    // OpenDocument 1.3 part 2, 3.3: the media type stands first and as it is.
    return [{ name, bytes: settled, ...(name === 'mimetype' ? { stored: true as const } : {}) }];
  });
  return makeZip(files);
}
