import { describe, expect, it } from 'vitest';
import { docxReader } from '../../lib/conversions/formats/docx/reader.ts';
import { odtReader } from '../../lib/conversions/formats/odt/reader.ts';
import { rtfReader } from '../../lib/conversions/formats/rtf/reader.ts';
import { docxOf, odfOf, readWith } from './office-files.ts';

// More than the stack of V8 has room for as arguments of one call.
const COUNT = 130_000;

const docx = (): Uint8Array =>
  docxOf(
    `<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>${'<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(COUNT)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`,
  );
const rtf = (): Uint8Array =>
  Buffer.from(`{\\rtf1\\ansi{\\shp{\\*\\shpinst{\\shptxt ${'x\\par\n'.repeat(COUNT)}}}}\\par}`);
const odt = (): Uint8Array =>
  odfOf(
    'text',
    `<text:p><draw:frame><draw:text-box>${'<text:p>x</text:p>'.repeat(COUNT)}</draw:text-box></draw:frame></text:p>`,
  );

describe('a text box of 130,000 paragraphs', () => {
  it.each([
    ['docx', docxReader, docx],
    ['rtf', rtfReader, rtf],
    ['odt', odtReader, odt],
  ])('is read from %s', async (_, engine, make) => {
    const { tree } = await readWith(engine, make());

    expect(tree.blocks).toHaveLength(COUNT);
  });
});
