import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong } from '../../../support/long-run.ts';
import { convertInProcess } from '../../engine-runner.ts';
import { readPdf } from '../../read-pdf.ts';
import { makePng } from '../../sample-files.ts';
import { hostileChunks, hostileFiles } from './hostile-files.ts';
import { makeDocx } from './sample-docx.ts';

const folder = await mkdtemp(join(tmpdir(), 'hostile-documents-'));
const image = join(folder, 'secret.png');
const text = join(folder, 'secret.txt');
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

beforeAll(async () => {
  await writeFile(image, makePng(40));
  await writeFile(text, 'SECRET');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const files = hostileFiles(origin, image, text).filter((_, index) => isLong || index % 9 === 0);

it.each(files)(
  'reaches nothing through %s (%s), and serves the next document',
  async (_title, format, bytes, expected) => {
    const outcome = await convertInProcess(bytes, format, 'pdf').catch(
      (error: { code: string }) => error.code,
    );

    if (typeof outcome === 'string') {
      expect(outcome).toBe(expected);
    } else {
      const pages = (await readPdf(outcome.bytes)).text;
      expect(pages).toMatch(expected);
      expect(pages).not.toContain('SECRET');
      expect(outcome.bytes.toString('latin1')).not.toContain('/Width 40');
      expect(outcome.report.engine).toBe('libreoffice-wasm-office-to-pdf');
    }
    expect(connections).toBe(0);
    const next = await convertInProcess(makeDocx(['Harvest']), 'docx', 'pdf');
    expect((await readPdf(next.bytes)).text).toContain('Harvest');
  },
);

it.each(isLong ? (['pdf', 'odt', 'rtf'] as const) : (['pdf'] as const))(
  'reaches nothing through documents in a docx that becomes %s',
  async (to) => {
    const { bytes } = await convertInProcess(hostileChunks(origin, image, text), 'docx', to);

    const { text: pages } = await readPdf(
      to === 'pdf' ? bytes : (await convertInProcess(bytes, to, 'pdf')).bytes,
    );
    expect(pages).toContain('Visible');
    expect(pages).not.toContain('SECRET');
    expect(bytes.toString('latin1')).not.toContain('/Width 40');
    // An image of 40 pixels in rtf.
    expect(bytes.toString('latin1')).not.toContain('picw40');
    expect(connections).toBe(0);
  },
);
