import type { DocumentTree } from '../../lib/conversions/document/document-tree.ts';
import { documentContent } from '../../lib/conversions/engine/content.ts';
import type { Engine, Target } from '../../lib/conversions/engine/engine.ts';
import { makeZip } from '../../lib/conversions/shared/zip/make-zip.ts';

const office = 'http://schemas.openxmlformats.org';
const relationshipType = `${office}/officeDocument/2006/relationships`;

/** An archive of texts and bytes. */
export const zipOf = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  makeZip(Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) })));

/**
 * A relationships part: the last word of each type, and the target by identifier; `!` before a target makes it
 * external.
 */
export const relationships = (
  targets: Readonly<Record<string, readonly [type: string, target: string]>>,
): string =>
  `<Relationships xmlns="${office}/package/2006/relationships">${Object.entries(targets)
    .map(([id, [type, target]]) => {
      const mode = target.startsWith('!') ? ' TargetMode="External"' : '';
      return `<Relationship Id="${id}" Type="${relationshipType}/${type}" Target="${target.replace(/^!/, '')}"${mode}/>`;
    })
    .join('')}</Relationships>`;

const wordNamespaces = [
  `xmlns:w="${office}/wordprocessingml/2006/main"`,
  `xmlns:r="${relationshipType}"`,
  `xmlns:m="${office}/officeDocument/2006/math"`,
  `xmlns:a="${office}/drawingml/2006/main"`,
  `xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:pic="${office}/drawingml/2006/picture"`,
  `xmlns:c="${office}/drawingml/2006/chart"`,
  `xmlns:mc="${office}/markup-compatibility/2006"`,
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(' ');

/** A part of WordprocessingML. */
export const wordPart = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><w:${root} ${wordNamespaces}>${content}</w:${root}>`;

/** A docx with this body; additional parts by name. */
export const docxOf = (body: string, parts: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array =>
  zipOf({ 'word/document.xml': wordPart('document', `<w:body>${body}</w:body>`), ...parts });

/** A paragraph with one run. */
export const paragraph = (text: string, properties = '', runProperties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${runProperties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

const odfNamespaces = ['office', 'text', 'table', 'style', 'presentation', 'meta', 'manifest']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:math="http://www.w3.org/1998/Math/MathML"',
  )
  .join(' ');

/** A part of OpenDocument. */
export const odfPart = (root: string, content: string): string =>
  `<${root} ${odfNamespaces}>${content}</${root}>`;

/** A text or presentation of OpenDocument. */
export const odfOf = (
  kind: 'text' | 'presentation',
  body: string,
  styles = '',
  parts: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array =>
  zipOf({
    'content.xml': odfPart(
      'office:document-content',
      `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`,
    ),
    ...parts,
  });

/** The output of a reader for a file. */
export async function readWith(
  engine: Engine,
  bytes: Uint8Array,
  options: Readonly<Record<string, unknown>> = {},
  target?: Target,
): Promise<{ tree: DocumentTree; warnings: readonly string[] }> {
  const [edge] = engine.edges;
  if (edge === undefined) throw new Error('The engine reads nothing.');
  const { content, report } = await engine.convert(bytes, { ...edge, options, target });
  return { tree: documentContent(content), warnings: report.warnings ?? [] };
}

/** An image with one pixel. */
export const tinyPng: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
