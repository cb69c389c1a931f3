import type { DocumentTree } from '../../../document/document-tree.ts';
import type { Needs } from '../../../document/needs.ts';
import type { OfficePackage } from '../../../shared/ooxml/open-package.ts';
import type { ReviewOptions } from '../../../shared/wordprocessing/review-options.ts';
import { elementsOf } from '../../../shared/xml/element.ts';

/** An embedded document and the warnings about it. */
export interface ReadEmbedded {
  readonly tree: DocumentTree;
  readonly warnings?: readonly string[] | undefined;
}

/** A format in which Word embeds documents. */
type EmbeddedFormat = 'docx' | 'html' | 'mhtml' | 'rtf' | 'text';

const formatOfType: readonly (readonly [RegExp, EmbeddedFormat])[] = [
  [/^application\/vnd\.(?:openxmlformats-officedocument\.wordprocessingml|ms-word)\./, 'docx'],
  [/^(?:text\/html|application\/xhtml\+xml)\b/, 'html'],
  [/^(?:message\/rfc822|multipart\/related)\b/, 'mhtml'],
  [/^(?:application|text)\/rtf\b/, 'rtf'],
  [/^text\/plain\b/, 'text'],
];

const formatOfStart: readonly (readonly [RegExp, EmbeddedFormat])[] = [
  [/^PK/, 'docx'],
  [/^\s*\{\\rtf/, 'rtf'],
  [/^MIME-Version:/i, 'mhtml'],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)\b/i, 'html'],
];

const START_BYTES = 256;

/** Returns a function that returns the declared media type of a part (ECMA-376 part 2, 7.2.3). */
export function mediaTypes(office: OfficePackage): (part: string) => string {
  const byName = new Map<string, string>();
  const byExtension = new Map<string, string>();
  for (const { attributes } of elementsOf(office.optionalPart('[Content_Types].xml'))) {
    const { PartName, Extension, ContentType = '' } = attributes;
    if (PartName !== undefined) byName.set(PartName.toLowerCase(), ContentType);
    if (Extension !== undefined) byExtension.set(Extension.toLowerCase(), ContentType);
  }
  return (part) =>
    byName.get(`/${part.toLowerCase()}`) ??
    byExtension.get(part.slice(part.lastIndexOf('.') + 1).toLowerCase()) ??
    '';
}

/** The format that the bytes show, or else the one that their media type declares. */
export function formatOf(bytes: Uint8Array, mediaType: string): EmbeddedFormat | undefined {
  const start = Buffer.from(bytes.subarray(0, START_BYTES)).toString('latin1');
  return (formatOfStart.find(([pattern]) => pattern.test(start)) ??
    formatOfType.find(([pattern]) => pattern.test(mediaType.toLowerCase())))?.[1];
}

/** Readers of the formats that Word embeds, except its own. */
export const embeddedReaders: Readonly<
  Record<
    Exclude<EmbeddedFormat, 'docx'>,
    (bytes: Uint8Array, needs: Needs, options: ReviewOptions) => Promise<ReadEmbedded>
  >
> = {
  html: async (bytes, needs) => {
    const { readHtmlFile } = await import('../../html/read-html-file.ts');
    const options = { encoding: undefined, main_content: false };
    return await readHtmlFile(bytes, { from: 'html', options, needs });
  },
  mhtml: async (bytes, needs) => {
    const { readSavedPage } = await import('../../mail/read-mail.ts');
    return await readSavedPage(bytes, needs);
  },
  rtf: async (bytes, needs, options) => {
    const { readRtf } = await import('../../rtf/read-rtf.ts');
    return readRtf(bytes, needs, options);
  },
  text: async (bytes, needs) => {
    const { readText } = await import('../../text/read-text.ts');
    return await readText(bytes, { from: 'text', options: { encoding: undefined }, needs });
  },
};
