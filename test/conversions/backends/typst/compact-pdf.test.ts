import { expect, it } from 'vitest';
import { compactPdf } from '../../../../lib/conversions/backends/typst/compact-pdf.ts';
import { typesetPdf } from '../../../../lib/conversions/backends/typst/typst-compiler.ts';
import { readPdf } from '../../read-pdf.ts';

const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
  '<</Length 38>>\nstream\nBT /F 12 Tf 20 100 Td (endobj 7) Tj ET\nendstream',
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
];

function plainPdf(): Buffer {
  let file = '%PDF-1.7\n%\x80\x80\x80\x80\n';
  const offsets = objects.map((body, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n\n`;
    return at;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 6\n0000000000 65535 f \n${entries}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}

it('packs the objects of a PDF so that other readers find them all', async () => {
  const packed = compactPdf(plainPdf());

  const read = await readPdf(packed);
  expect(read).toMatchObject({ width: 300, height: 200 });
  expect(read.text).toContain('endobj 7');
  expect(packed.includes('/ObjStm')).toBe(true);
  expect(packed.includes('/Helvetica')).toBe(false);
});

it.each([
  ['no cross-reference table', Buffer.from('%PDF-1.7\nnothing')],
  [
    'a table at another offset',
    Buffer.from(
      plainPdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n12'),
      'latin1',
    ),
  ],
  [
    'a table with wrong offsets',
    Buffer.from(plainPdf().toString('latin1').replace('0000000015', '0000000017'), 'latin1'),
  ],
])('returns a PDF with %s unchanged', (_, pdf) => {
  expect(compactPdf(pdf)).toBe(pdf);
});

it('is applied to every typeset PDF', async () => {
  const { bytes } = typesetPdf('#set document(date: none)\n#sys.inputs.data', 'text');

  expect(bytes.includes('/ObjStm')).toBe(true);
  expect((await readPdf(bytes)).text).toContain('text');
});

it('denies templates access to files of the machine', () => {
  expect(() => typesetPdf('#read("/etc/hostname")', '')).toThrow(/not found/);
  expect(() => typesetPdf('#read("../../etc/hostname")', '')).toThrow(/access denied/);
});
