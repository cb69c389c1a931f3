import { describe, expect, it } from 'vitest';
import type { DocumentTree, Paper } from '../../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../../lib/conversions/engine/content.ts';
import type { Engine, Target } from '../../../lib/conversions/engine/engine.ts';
import { docxReader } from '../../../lib/conversions/formats/docx/reader.ts';
import { docxWriter } from '../../../lib/conversions/formats/docx/writer.ts';
import { odtReader } from '../../../lib/conversions/formats/odt/reader.ts';
import { odtWriter } from '../../../lib/conversions/formats/odt/writer.ts';
import { rtfReader } from '../../../lib/conversions/formats/rtf/reader.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { paragraph, treeOf } from '../document/sample-tree.ts';
import { docxOf, odfPart, readWith, zipOf } from '../office-files.ts';
import { unzip } from '../shared/zip/unzip.ts';

const toDocx = { operation: 'convert', to: 'docx' } as const;

const treeIn = async (reader: Engine, bytes: Uint8Array, target: Target): Promise<DocumentTree> =>
  (await readWith(reader, bytes, {}, target)).tree;

/** The sides of a document's paper in twips. */
async function sidesOf(reader: Engine, bytes: Uint8Array): Promise<number[] | undefined> {
  const { paper } = await treeIn(reader, bytes, toDocx);
  return paper && [paper.width, paper.height].map((side) => Math.round(side * 20));
}

const docx = (sections: string): Uint8Array =>
  docxOf(`<w:p><w:r><w:t>a</w:t></w:r></w:p><w:sectPr>${sections}</w:sectPr>`);

const odt = zipOf({
  mimetype: 'application/vnd.oasis.opendocument.text',
  'styles.xml': odfPart(
    'office:document-styles',
    '<office:automatic-styles><style:page-layout style:name="p"><style:page-layout-properties fo:page-width="21cm" fo:page-height="14.85cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="p"><style:header><text:p>Tide tables</text:p></style:header><style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page></office:master-styles>',
  ),
  'content.xml': odfPart(
    'office:document-content',
    '<office:body><office:text><text:p>a</text:p></office:text></office:body>',
  ),
});

const write = async (
  engine: Engine,
  tree: DocumentTree,
  to: 'docx' | 'odt',
  options = {},
): Promise<Uint8Array> => {
  const request = { from: 'document', operation: 'convert', to, options } as const;
  return fileContent((await engine.convert({ ...tree, hub: 'document' }, request)).content);
};

const onPaper = (paper: Paper | undefined): DocumentTree => ({ ...treeOf([paragraph('a')]), paper });

const docxSize = async (paper: Paper | undefined, options = {}): Promise<string | undefined> =>
  /<w:pgSz [^>]*>/.exec(
    unzip(await write(docxWriter, onPaper(paper), 'docx', options))['word/document.xml'] ?? '',
  )?.[0];

describe('the paper of a document', () => {
  it('is that of its first section', async () => {
    const size = '<w:pgSz w:w="11906" w:h="8419"/>';
    const two = docxOf(
      `<w:p><w:pPr><w:sectPr>${size}</w:sectPr></w:pPr></w:p><w:p/><w:sectPr><w:pgSz w:w="9" w:h="9"/></w:sectPr>`,
    );

    expect(await sidesOf(docxReader, docx(size))).toEqual([11906, 8419]);
    expect(await sidesOf(docxReader, two)).toEqual([11906, 8419]);
    expect(await sidesOf(docxReader, docx(''))).toBeUndefined();
    expect(await sidesOf(rtfReader, Buffer.from('{\\rtf1\\paperw11906\\paperh8419 a}'))).toEqual([
      11906, 8419,
    ]);
    expect(await sidesOf(rtfReader, Buffer.from('{\\rtf1 a}'))).toBeUndefined();
  });

  it('is that of the first master page, whose header and footer are furniture', async () => {
    const { paper, furniture, blocks } = await treeIn(odtReader, odt, {
      operation: 'extract',
      to: 'document',
    });

    expect(paper?.width).toBeCloseTo(595.3, 1);
    expect(paper?.height).toBeCloseTo(420.9, 1);
    expect(furniture).toEqual([
      { kind: 'header', text: 'Tide tables' },
      { kind: 'footer', text: 'Page 1' },
    ]);
    expect(blocks).toHaveLength(1);
    expect(await treeIn(odtReader, odt, { operation: 'extract', to: 'text' })).not.toHaveProperty('paper');
  });

  it('is that of the first page of a PDF', async () => {
    const options = { page_size: 'A5', landscape: true };
    const { bytes } = await convert(Buffer.from('Low water.'), { from: 'text', to: 'pdf', options });
    const written = await convert(bytes, { from: 'pdf', to: 'docx' });

    expect(unzip(written.bytes)['word/document.xml']).toContain(
      '<w:pgSz w:w="11906" w:h="8391" w:orient="landscape"/>',
    );
  });

  it.each([
    [{}, '<w:pgSz w:w="11906" w:h="8420" w:orient="landscape"/>'],
    [{ page_size: 'A5' }, '<w:pgSz w:w="11906" w:h="8391" w:orient="landscape"/>'],
    [{ landscape: false }, '<w:pgSz w:w="8420" w:h="11906"/>'],
    [{ page_size: 'Letter', landscape: false }, '<w:pgSz w:w="12240" w:h="15840"/>'],
  ])('is written to docx, unless the options %j replace it', async (options, size) => {
    expect(await docxSize({ width: 595.3, height: 421 }, options)).toBe(size);
  });

  it('is written to odt', async () => {
    const bytes = await write(odtWriter, onPaper({ width: 595.3, height: 421 }), 'odt');

    expect(unzip(bytes)['styles.xml']).toContain(
      'fo:page-width="595.30pt" fo:page-height="421.00pt" style:print-orientation="landscape"',
    );
  });

  it.each([
    [{ width: 249, height: 400 }, '<w:pgSz w:w="11906" w:h="16838"/>'],
    [{ width: 250, height: 1584 }, '<w:pgSz w:w="5000" w:h="31680"/>'],
    [{ width: 250, height: 1585 }, '<w:pgSz w:w="11906" w:h="16838"/>'],
    [undefined, '<w:pgSz w:w="11906" w:h="16838"/>'],
  ])('is A4 if text does not fit on %j', async (paper, size) => {
    expect(await docxSize(paper)).toBe(size);
  });
});
