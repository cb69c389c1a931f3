import { createHash } from 'node:crypto';
import { isoSeconds, readIsoTime } from '../../base/iso-time.ts';
import { createResultBudget, createTextSink, type TextSink } from '../../base/result-size.ts';
import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import type { OutlineEntry } from '../../document/outline.ts';
import { imageFileName } from '../../document/tree-images.ts';
import { makeZip, type ZipFile } from '../../shared/zip/make-zip.ts';
import { writeContents } from '../html/page.ts';
import { writeHtmlBlocks, writeHtmlNotes } from '../html/write-blocks.ts';
import { escapeHtml, type HtmlPlaces } from '../html/write-inline.ts';

const STYLE = `body { line-height: 1.5; margin: 0 4%; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-align: start; break-after: avoid; }
table { border-collapse: collapse; } th, td { border: 1px solid #999; padding: .25em .5em; text-align: start; vertical-align: top; }
caption { text-align: start; font-weight: bold; }
pre { white-space: pre-wrap; font-size: .9em; } img { max-width: 100%; height: auto; }
blockquote { border-inline-start: .2em solid #999; margin-inline: 0; padding-inline-start: 1em; }
nav ol { list-style: none; padding-inline-start: 1em; } .page-break { break-after: page; }
`;

interface Chapter {
  readonly name: string;
  readonly blocks: readonly TreeBlock[];
}

/** A chapter begins at each heading of the two highest levels in use; what stands before is one as well. */
function splitChapters(tree: DocumentTree): Chapter[] {
  const parts: TreeBlock[][] = [];
  for (const block of tree.blocks) {
    const last = parts.at(-1);
    const begins = block.kind === 'heading' && block.level <= 2;
    // A title with the first section right under it is one page.
    const onlyHeadings = last?.every(({ kind }) => kind === 'heading') === true;
    if (last === undefined || (begins && !onlyHeadings)) parts.push([block]);
    else last.push(block);
  }
  return parts.map((blocks, at) => ({ name: `chapter-${String(at + 1).padStart(3, '0')}.xhtml`, blocks }));
}

/** What a book is written with. */
export interface WriteEpubOptions {
  readonly outline: readonly OutlineEntry[];
  readonly toc: boolean;
  readonly title: string;
  readonly language: string | null;
  readonly isRightToLeft: boolean;
  readonly formula: HtmlPlaces['formula'];
  /** Most bytes of the result. */
  readonly maxBytes?: number | undefined;
}

/** A book in EPUB 3.3, with the contents of EPUB 2 for older readers. Throws ConversionError `too_complex`. */
export function writeEpub(tree: DocumentTree, options: WriteEpubOptions): Uint8Array {
  const { outline, title, isRightToLeft } = options;
  const language = escapeHtml(options.language ?? 'und');
  const chapters = splitChapters(tree);
  const ids = new Map<TreeBlock, string>(outline.map(({ block, id }) => [block, id]));
  const homes = new Map<string, string>();
  const references = new Map<number, string>();
  for (const { name, blocks } of chapters)
    for (const block of blocks) {
      const id = ids.get(block);
      if (id !== undefined) homes.set(id, name);
    }
  const addressOf = ({ id }: OutlineEntry): string => `${homes.get(id) ?? ''}#${encodeURIComponent(id)}`;
  const placesIn = (chapter: string): HtmlPlaces => ({
    imageAddress: (index) => {
      const image = tree.images[index];
      return image === undefined ? undefined : `images/${imageFileName(image, index)}`;
    },
    headingId: (block) => ids.get(block),
    localAddress: (name) => {
      const home = homes.get(name);
      return home === undefined ? undefined : `${home}#${encodeURIComponent(name)}`;
    },
    noteAddress: (note) => {
      if (!references.has(note)) references.set(note, chapter);
      return `notes.xhtml#note-${note + 1}`;
    },
    formula: options.formula,
  });
  const budget = createResultBudget(options.maxBytes);
  const startOf = (heading: string): string =>
    `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}"${isRightToLeft ? ' dir="rtl"' : ''}>\n<head><title>${escapeHtml(heading)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>\n<body>\n`;
  const titles = new Map<TreeBlock | undefined, string>(outline.map(({ block, text }) => [block, text]));
  function page(heading: string, writeBody: (out: TextSink) => void): Buffer {
    const out = createTextSink(budget);
    out.push(startOf(heading));
    writeBody(out);
    out.push('</body>\n</html>\n');
    return out.bytes();
  }
  const pages = chapters.map(({ name, blocks }) => {
    const bytes = page(titles.get(blocks[0]) ?? title, (out) => {
      const before = out.length;
      writeHtmlBlocks(tree, blocks, placesIn(name), out);
      if (out.length === before) out.push('<p></p>\n');
    });
    return { name, bytes };
  });
  if (tree.notes.length > 0) {
    const addressBack = (note: number): string =>
      `${references.get(note) ?? chapters[0]?.name ?? ''}#ref-${note + 1}`;
    const bytes = page(title, (out) => writeHtmlNotes(tree, placesIn('notes.xhtml'), addressBack, out));
    pages.push({ name: 'notes.xhtml', bytes });
  }
  if (pages.length === 0)
    pages.push({ name: 'chapter-001.xhtml', bytes: page(title, (out) => out.push('<p></p>\n')) });
  const first = pages[0]?.name ?? '';
  const contents =
    writeContents(outline, addressOf) || `<ol><li><a href="${first}">${escapeHtml(title)}</a></li></ol>`;
  const nav = page(title, (out) => out.push(`<nav epub:type="toc" role="doc-toc">${contents}</nav>\n`));
  const images = tree.images.map((image, at) => ({ image, name: `images/${imageFileName(image, at)}` }));
  const created = readIsoTime(tree.info.created) ?? undefined;
  const modified = isoSeconds(tree.info.modified) ?? isoSeconds(created) ?? '2000-01-01T00:00:00Z';
  // The same book has the same name: a hash of it in the form of a UUID (RFC 9562, version 8).
  const hash = createHash('sha256');
  for (const { bytes } of pages) hash.update(bytes);
  const digits = hash.digest('hex');
  const uuid = `urn:uuid:${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
  const said = (name: string, value: string | null | undefined): string =>
    value === null || value === undefined || value.trim() === ''
      ? ''
      : `<dc:${name}>${escapeHtml(value)}</dc:${name}>`;
  const properties = (bytes: Buffer): string => (bytes.includes('<math') ? ' properties="mathml"' : '');
  const opf = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${uuid}</dc:identifier><dc:title>${escapeHtml(title)}</dc:title><dc:language>${language}</dc:language>${said('creator', tree.info.author)}${said('description', tree.info.subject)}${said('subject', tree.info.keywords)}${said('date', created)}<meta property="dcterms:modified">${modified}</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="css" href="style.css" media-type="text/css"/>${pages
    .map(
      ({ name, bytes }, at) =>
        `<item id="p${at + 1}" href="${name}" media-type="application/xhtml+xml"${properties(bytes)}/>`,
    )
    .join('')}${images
    .map(({ image, name }, at) => `<item id="i${at + 1}" href="${name}" media-type="${image.mimeType}"/>`)
    .join('')}</manifest>
<spine toc="ncx"${isRightToLeft ? ' page-progression-direction="rtl"' : ''}>${options.toc ? '<itemref idref="nav"/>' : ''}${pages
    .map((_, at) => `<itemref idref="p${at + 1}"/>`)
    .join('')}</spine>
</package>
`;
  const points = (outline.length > 0 ? outline : undefined)?.map(
    (entry, at) =>
      `<navPoint id="n${at + 1}" playOrder="${at + 1}"><navLabel><text>${escapeHtml(entry.text)}</text></navLabel><content src="${addressOf(entry)}"/></navPoint>`,
  ) ?? [
    `<navPoint id="n1" playOrder="1"><navLabel><text>${escapeHtml(title)}</text></navLabel><content src="${first}"/></navPoint>`,
  ];
  const ncx = `<?xml version="1.0" encoding="utf-8"?>\n<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="${uuid}"/></head><docTitle><text>${escapeHtml(title)}</text></docTitle><navMap>${points.join('')}</navMap></ncx>\n`;
  const text = (name: string, content: string): ZipFile => ({ name, bytes: Buffer.from(content) });
  return makeZip([
    // First and as it is, so that the file tells what it is by its beginning (OCF 4.3).
    { name: 'mimetype', bytes: Buffer.from('application/epub+zip'), stored: true },
    text(
      'META-INF/container.xml',
      '<?xml version="1.0"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n',
    ),
    text('EPUB/package.opf', opf),
    { name: 'EPUB/nav.xhtml', bytes: nav },
    text('EPUB/toc.ncx', ncx),
    text('EPUB/style.css', STYLE),
    ...pages.map(({ name, bytes }) => ({ name: `EPUB/${name}`, bytes })),
    ...images.map(({ image, name }) => ({ name: `EPUB/${name}`, bytes: image.bytes, stored: true })),
  ]);
}
