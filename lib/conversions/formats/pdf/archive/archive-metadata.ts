import { isoTime } from '../../../base/iso-time.ts';
import { escapeMarkup } from '../../../shared/markup/escape-markup.ts';
import type { PdfFile } from './pdf-file.ts';

/** Part and level of a PDF/A standard, such as 2 and B. */
interface ArchiveLevel {
  readonly part: number;
  readonly level: string;
}

const property = (name: string, value: string): string => `<${name}>${value}</${name}>`;
const text = (name: string, value: string | undefined): string =>
  value === undefined || value === '' ? '' : property(name, escapeMarkup(value));
const item = (name: string, list: string, value: string | undefined, language = ''): string =>
  value === undefined || value === ''
    ? ''
    : property(name, `<rdf:${list}><rdf:li${language}>${escapeMarkup(value)}</rdf:li></rdf:${list}>`);

// XML 1.0 has no other control characters.
const withoutControls = (value: string | undefined): string | undefined =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
  value?.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();

/** A property that may be stored as something else than text. */
function read<T>(property: () => T | undefined): T | undefined {
  try {
    return property();
  } catch {
    return undefined;
  }
}

/** XMP metadata with the standard and the properties of the document information dictionary (ISO 19005-2, 6.6). */
export function archiveMetadata({ document }: PdfFile, { part, level }: ArchiveLevel): string {
  const [title, author, subject, keywords, creator, producer] = [
    () => document.getTitle(),
    () => document.getAuthor(),
    () => document.getSubject(),
    () => document.getKeywords(),
    () => document.getCreator(),
    () => document.getProducer(),
  ].map((property) => withoutControls(read(property)));
  const properties = [
    property('pdfaid:part', String(part)),
    property('pdfaid:conformance', level),
    item('dc:title', 'Alt', title, ' xml:lang="x-default"'),
    item('dc:creator', 'Seq', author),
    item('dc:description', 'Alt', subject, ' xml:lang="x-default"'),
    text('pdf:Keywords', keywords),
    text('pdf:Producer', producer),
    text('xmp:CreatorTool', creator),
    text('xmp:CreateDate', isoTime(read(() => document.getCreationDate())) ?? undefined),
    text('xmp:ModifyDate', isoTime(read(() => document.getModificationDate())) ?? undefined),
  ];
  const namespaces = [
    'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
  ];
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" ${namespaces.join(' ')}>
${properties.filter((each) => each !== '').join('\n')}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}
