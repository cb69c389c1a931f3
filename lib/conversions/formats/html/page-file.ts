import { countOf } from '../../base/count-of.ts';
import type { DecodedText } from '../../base/decode-text.ts';
import { ConversionError } from '../../errors.ts';
import { openZip } from '../../shared/zip/open-zip.ts';
import { decodeHtml } from './decode-html.ts';
import { completePage } from './page-assets.ts';

const isArchive = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004'));

/** Whether the name of a file is that of a web page. */
export const isPageName = (name: string): boolean => /\.x?html?$/i.test(name);

// What macOS and Windows add to archives.
const SYSTEM_FILES = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;
const NAMES_SHOWN = 5;

/** A decoded page, and warnings about its file. */
interface PageFile extends DecodedText {
  readonly warnings: readonly string[];
}

/** Reads the page in an archive with the files that it uses. */
function readArchive(bytes: Uint8Array, encoding: string | undefined): PageFile {
  const archive = openZip(bytes);
  const names = archive.names.filter((name) => !SYSTEM_FILES.test(name));
  const page = names.find(isPageName);
  const source = page === undefined ? undefined : archive.read(page);
  if (page === undefined || source === undefined)
    throw new ConversionError(
      'empty_document',
      'The archive contains no web page. Add one, such as index.html.',
    );
  const decoded = decodeHtml(source, encoding);
  const { html, used } = completePage(decoded.text, page, archive.read);
  const lowerCase = new Set([...used].map((name) => name.toLowerCase()));
  const unused = names.filter((name) => name !== page && !lowerCase.has(name.toLowerCase()));
  const shown = `${unused.slice(0, NAMES_SHOWN).join(', ')}${unused.length > NAMES_SHOWN ? ', ...' : ''}`;
  const warning = `${countOf(unused.length, 'file')} of the archive not used by the page: ${shown}. Scripts are not run.`;
  return { ...decoded, text: html, warnings: unused.length === 0 ? [] : [warning] };
}

/** Decodes a page, which may be in an archive with its style sheets, images and fonts. */
export const readPageFile = (bytes: Uint8Array, encoding: string | undefined): PageFile =>
  isArchive(bytes) ? readArchive(bytes, encoding) : { ...decodeHtml(bytes, encoding), warnings: [] };
