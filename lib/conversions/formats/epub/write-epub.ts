import { isRightToLeftLanguage } from '../../base/right-to-left.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { documentTitle, isNoteAnchor, outlineOf } from '../../document/outline.ts';
import { imageFileName } from '../../document/tree-images.ts';
import { languageOf } from '../../document/tree-language.ts';
import type { tocOptions } from '../../engine/options.ts';
import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { loadFormulas } from '../../shared/math/load-formulas.ts';
import { makeZip, type ZipFile } from '../../shared/zip/make-zip.ts';
import type { WriteEpubOptions } from './epub-options.ts';
import { bookIdentifier, ncxDocument, packageDocument } from './write-package.ts';
import { writePages } from './write-pages.ts';

const STYLE = `body { line-height: 1.5; margin: 0 4%; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-align: start; break-after: avoid; }
table { border-collapse: collapse; } th, td { border: 1px solid #999; padding: .25em .5em; text-align: start; vertical-align: top; }
caption { text-align: start; font-weight: bold; }
pre { white-space: pre-wrap; font-size: .9em; } img { max-width: 100%; height: auto; }
blockquote { border-inline-start: .2em solid #999; margin-inline: 0; padding-inline-start: 1em; }
nav ol { list-style: none; padding-inline-start: 1em; } .page-break { break-after: page; }
`;

const CONTAINER =
  '<?xml version="1.0"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n';

const textFile = (name: string, content: string): ZipFile => ({ name, bytes: Buffer.from(content) });

/** Writes a document as a book in EPUB 3.3, with an NCX for EPUB 2 readers. Throws ConversionError `too_complex`. */
export async function writeEpub(
  tree: DocumentTree,
  { options: { toc }, filename, maxResultBytes }: WriteRequest<typeof tocOptions, 'epub'>,
): Promise<FileResult> {
  const outline = outlineOf(tree, isNoteAnchor);
  const language = await languageOf(tree);
  const parseFormula = await loadFormulas(tree);
  const options: WriteEpubOptions = {
    outline,
    toc,
    title: documentTitle(tree, outline, filename) ?? 'Document',
    language,
    isRightToLeft: isRightToLeftLanguage(language),
    formula: (tex, isDisplay) => parseFormula(tex, isDisplay)?.toMarkup(),
    maxBytes: maxResultBytes,
  };
  const { pages, nav, addressOf } = writePages(tree, options);
  const images = tree.images.map((image, at) => ({ image, name: `images/${imageFileName(image, at)}` }));
  const book = { identifier: bookIdentifier(pages), pages, images };
  const bytes = makeZip([
    // First and not compressed, so that the type can be detected from the first bytes (OCF 4.3).
    { name: 'mimetype', bytes: Buffer.from('application/epub+zip'), stored: true },
    textFile('META-INF/container.xml', CONTAINER),
    textFile('EPUB/package.opf', packageDocument(tree.metadata, options, book)),
    { name: 'EPUB/nav.xhtml', bytes: nav },
    textFile('EPUB/toc.ncx', ncxDocument(options, book, addressOf)),
    textFile('EPUB/style.css', STYLE),
    ...pages.map(({ name, bytes }) => ({ name: `EPUB/${name}`, bytes })),
    ...images.map(({ image, name }) => ({ name: `EPUB/${name}`, bytes: image.bytes, stored: true })),
  ]);
  return { bytes };
}
