import { isoSeconds } from '../../../base/iso-time.ts';
import { nameTable } from '../../../base/name-table.ts';
import { createResultBudget, createTextSink, type ResultBudget } from '../../../base/result-size.ts';
import { blockIds } from '../../../document/anchors.ts';
import { cleanText } from '../../../document/clean-text.ts';
import type { DocumentTree, TreeImage } from '../../../document/document-tree.ts';
import type { OutlineEntry } from '../../../document/outline.ts';
import type { DocumentInfo } from '../../../document/result-schemas.ts';
import { imageExtensions, imageFileName } from '../../../document/tree-images.ts';
import { walkDocument } from '../../../document/walk-blocks.ts';
import type { PageSetup } from '../../../engine/page-setup.ts';
import { escapeMarkup } from '../../../shared/markup/escape-markup.ts';
import type { WriteSettings } from '../../../shared/wordprocessing/write-settings.ts';
import { makeZip, type ZipFile } from '../../../shared/zip/make-zip.ts';
import { numberingPart, stylesPart, WORD } from './styles.ts';
import { writeDocxBlocks } from './write-body.ts';
import { type Bookmark, type DocxWriting, type NoteType, runText } from './write-runs.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD_TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const namespaces = [
  `xmlns:w="${WORD}"`,
  `xmlns:r="${RELATIONS}"`,
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ');

/** A table of contents as a field that Word can update, with its current entries (ECMA-376 17.16.5.68). */
function contentsField(outline: readonly OutlineEntry[]): string {
  const field = (kind: string): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
  const begin = `${field('begin')}<w:r><w:instrText xml:space="preserve"> TOC \\o "1-6" \\h \\z \\n </w:instrText></w:r>${field('separate')}`;
  const entries = outline.map(
    ({ level, text }, at) =>
      `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/></w:pPr>${at === 0 ? begin : ''}<w:hyperlink w:anchor="_h${at + 1}"><w:r>${runText(text)}</w:r></w:hyperlink></w:p>`,
  );
  return entries.length === 0 ? '' : `${entries.join('')}<w:p>${field('end')}</w:p>`;
}

function sectionTag({ width, height, margin, isLandscape }: PageSetup): string {
  const twips = (points: number): number => Math.round(points * 20);
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => `w:${side}="${twips(margin)}"`).join(' ');
  const orientation = isLandscape ? ' w:orient="landscape"' : '';
  return `<w:sectPr><w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${orientation}/><w:pgMar ${sides} w:header="${twips(margin / 2)}" w:footer="${twips(margin / 2)}" w:gutter="0"/></w:sectPr>`;
}

// Word's rule for the names of bookmarks.
const BOOKMARK = /^\p{L}[\p{L}\p{N}_]{0,39}$/u;

/** Bookmarks of the link targets other than headings. */
function bookmarksOf(tree: DocumentTree, outline: readonly OutlineEntry[]): Map<string, Bookmark> {
  const headings = new Set(outline.map(({ id }) => id));
  const names = [...blockIds(walkDocument(tree))].filter((name) => !headings.has(name));
  return new Map(
    names.map((name, at) => [
      name,
      { id: headings.size + at + 1, name: BOOKMARK.test(name) ? name : `_a${at + 1}` },
    ]),
  );
}

/** The notes of a type. Each needs a paragraph that starts with its number. */
function notesPart(type: NoteType, writing: DocxWriting, budget: ResultBudget): Buffer {
  const out = createTextSink(budget);
  const separators = [
    ['-1', 'separator'],
    ['0', 'continuationSeparator'],
  ].map(
    ([id, separator]) =>
      `<w:${type} w:type="${separator}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${separator}/></w:r></w:p></w:${type}>`,
  );
  const number = `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:${type}Ref/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>`;
  out.push(`${HEAD}<w:${type}s ${namespaces}>${separators.join('')}`);
  for (const [index, blocks] of writing.tree.notes.entries()) {
    // Word accepts a footnote without a reference.
    if ((writing.noteTypes.get(index) ?? 'footnote') !== type) continue;
    const inner: DocxWriting = {
      ...writing,
      out: createTextSink(),
      notes: new Set(writing.tree.notes.keys()),
    };
    writeDocxBlocks(blocks, inner, 'FootnoteText');
    writing.drawings = inner.drawings;
    const text = inner.out.bytes().toString() || '<w:p></w:p>';
    const at = text.indexOf('</w:pPr>');
    const isParagraph = text.startsWith('<w:p>');
    const behind = text.startsWith('<w:p><w:pPr>') ? at + '</w:pPr>'.length : '<w:p>'.length;
    const numbered = isParagraph
      ? `${text.slice(0, behind)}${number}${text.slice(behind)}`
      : `<w:p>${number}</w:p>${text}`;
    out.push(`<w:${type} w:id="${index + 1}">${numbered}</w:${type}>`);
  }
  out.push(`</w:${type}s>`);
  return out.bytes();
}

function coreProperties(info: DocumentInfo, title: string | null, language: string | null): string {
  const text = (name: string, value: string | null): string =>
    value === null || cleanText(value).trim() === '' ? '' : `<${name}>${escapeMarkup(value)}</${name}>`;
  const time = (name: string, value: string | null): string => {
    const seconds = isoSeconds(value);
    return seconds === undefined
      ? ''
      : `<dcterms:${name} xsi:type="dcterms:W3CDTF">${seconds}</dcterms:${name}>`;
  };
  return [
    `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`,
    text('dc:title', title),
    text('dc:subject', info.subject),
    text('dc:creator', info.author),
    text('cp:keywords', info.keywords),
    text('dc:language', language),
    time('created', info.created),
    time('modified', info.modified),
    '</cp:coreProperties>',
  ].join('');
}

const metafileTypes = [
  ['image/x-emf', 'emf'],
  ['image/x-wmf', 'wmf'],
] as const;

/** The file of an image. Word displays metafiles, but no SVG that is drawn from them. */
function imageFile(image: TreeImage, at: number): { readonly name: string; readonly bytes: Uint8Array } {
  const { bytes, metafile } = image;
  if (metafile === undefined) return { name: `media/${imageFileName(image, at)}`, bytes };
  return { name: `media/image-${at + 1}.${metafile.extension}`, bytes: metafile.bytes };
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly isExternal?: boolean;
}

const relationsPart = (relations: readonly Relation[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${relations
    .map(
      ({ id, type, target, isExternal }) =>
        `<Relationship Id="${id}" Type="${type}" Target="${escapeMarkup(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

/**
 * Writes a document as DOCX (ECMA-376, transitional). `unshown` counts images in formats that Word does not display.
 * Throws ConversionError `too_complex`.
 */
export function writeDocx(
  tree: DocumentTree,
  { page, outline, toc, title, language, formula, maxBytes }: WriteSettings,
): { readonly bytes: Uint8Array; readonly unshown: number } {
  const budget = createResultBudget(maxBytes);
  const writing: DocxWriting = {
    tree,
    page,
    formula,
    out: createTextSink(budget),
    lists: [],
    links: new Map(),
    usedImages: new Set(),
    notes: new Set(),
    noteTypes: new Map(),
    headings: new Map(outline.map(({ block }, at) => [block, at + 1])),
    places: new Map(outline.map(({ id }, at) => [id, at + 1])),
    bookmarks: bookmarksOf(tree, outline),
    unshown: new Set(),
    drawings: 0,
    isPageBreakDue: false,
    bullets: 1,
  };
  const contents = toc ? contentsField(outline) : '';
  writing.out.push(`${HEAD}<w:document ${namespaces}><w:body>${contents}`);
  writeDocxBlocks(tree.blocks, writing);
  writing.out.push(`${sectionTag(page)}</w:body></w:document>`);
  const types: readonly NoteType[] = [...writing.noteTypes.values()].includes('endnote')
    ? ['footnote', 'endnote']
    : ['footnote'];
  const noteParts = types.map((type) => ({ name: `${type}s`, bytes: notesPart(type, writing, budget) }));
  const links = [...writing.links].map(
    ([target, at]): Relation => ({
      id: `rIdL${at}`,
      type: `${RELATIONS}/hyperlink`,
      target,
      isExternal: true,
    }),
  );
  const imageFiles = tree.images.flatMap((image, at) =>
    writing.usedImages.has(at) ? [{ id: `rIdP${at}`, ...imageFile(image, at) }] : [],
  );
  const imageRelations = imageFiles.map(
    ({ id, name }): Relation => ({
      id,
      type: `${RELATIONS}/image`,
      target: name,
    }),
  );
  const parts = ['styles', 'numbering', 'settings', ...noteParts.map(({ name }) => name)];
  const documentRelations = [
    ...parts.map(
      (part): Relation => ({ id: `rId-${part}`, type: `${RELATIONS}/${part}`, target: `${part}.xml` }),
    ),
    ...imageRelations,
    ...links,
  ];
  const defaults = [...Object.entries(imageExtensions), ...metafileTypes].map(
    ([mimeType, extension]) => `<Default Extension="${extension}" ContentType="${mimeType}"/>`,
  );
  const overrides = parts.map(
    (part) => `<Override PartName="/word/${part}.xml" ContentType="${WORD_TYPES}.${part}+xml"/>`,
  );
  const settings = `<w:settings xmlns:w="${WORD}"><w:defaultTabStop w:val="708"/><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;
  const texts: Readonly<Record<string, string>> = nameTable({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${defaults.join('')}<Override PartName="/word/document.xml" ContentType="${WORD_TYPES}.document.main+xml"/>${overrides.join('')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    '_rels/.rels': relationsPart([
      { id: 'rId1', type: `${RELATIONS}/officeDocument`, target: 'word/document.xml' },
      { id: 'rId2', type: `${PACKAGE}/relationships/metadata/core-properties`, target: 'docProps/core.xml' },
    ]),
    'docProps/core.xml': coreProperties(tree.metadata, title, language),
    'word/_rels/document.xml.rels': relationsPart(documentRelations),
    ...Object.fromEntries(
      noteParts.map(({ name }) => [
        `word/_rels/${name}.xml.rels`,
        relationsPart([...imageRelations, ...links]),
      ]),
    ),
    'word/styles.xml': stylesPart(language, tree.textSize),
    'word/numbering.xml': numberingPart(writing.lists),
    'word/settings.xml': settings,
  });
  const files: ZipFile[] = [
    ...Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(`${HEAD}${text}`) })),
    ...noteParts.map(({ name, bytes }) => ({ name: `word/${name}.xml`, bytes })),
    { name: 'word/document.xml', bytes: writing.out.bytes() },
    ...imageFiles.map(({ name, bytes }) => ({ name: `word/${name}`, bytes, stored: true })),
  ];
  return { bytes: makeZip(files), unshown: writing.unshown.size };
}
