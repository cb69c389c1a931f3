import { expect, it, vi } from 'vitest';
import * as reading from '../../../../lib/conversions/formats/pdf/read-pdf.ts';
import { liteparse } from '../../../../lib/conversions/formats/pdf/reader.ts';

it('has read a page with text before the first document', async () => {
  const text = vi.spyOn(reading, 'writePdfText');
  const tree = vi.spyOn(reading, 'readPdf');

  await liteparse.warm?.();

  const [written, read] = [await text.mock.results[0]?.value, await tree.mock.results[0]?.value];
  expect(Buffer.from(written.bytes).toString()).toContain('Some words.\nMore.');
  expect(read.tree.page_count).toBe(1);
});
