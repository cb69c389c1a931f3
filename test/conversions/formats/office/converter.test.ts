import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../lib/conversions/engine/engine.ts';
import { libreOffice, libreOfficePdf } from '../../../../lib/conversions/formats/office/converter.ts';
import { libraryRoutes } from '../../../../lib/conversions/routing/registry.ts';
import { startEngines } from '../../engine-runner.ts';
import { readPdf } from '../../read-pdf.ts';
import { runEngines } from '../../run-engines.ts';
import { makePdf, makePng } from '../../sample-files.ts';
import { makeDocx } from './sample-docx.ts';

const isInstalled = libreOfficePdf.isAvailable?.() === true;
const toPdf = { from: 'docx', operation: 'convert', to: 'pdf' } as const;

describe('where LibreOffice is not installed', () => {
  it('another engine serves, and the report says why', async () => {
    const other: Engine = {
      ...libreOfficePdf,
      name: 'other',
      isAvailable: () => true,
      version: () => '1',
      convert: async () => ({ content: Buffer.from('made'), report: {} }),
    };
    const absent: Engine = { ...libreOfficePdf, isAvailable: () => false };

    const { report } = await runEngines(
      Buffer.from('x'),
      { ...toPdf, options: {} },
      { engines: [absent, other] },
    );

    expect(report.tried).toEqual([
      { engine: 'libreoffice-office-to-pdf', outcome: 'not_installed' },
      { engine: 'other', outcome: 'used' },
    ]);
  });
});

describe.runIf(isInstalled)('LibreOffice', () => {
  let engines: Awaited<ReturnType<typeof startEngines>>;
  let folder: string;
  let server: Server;
  let connections = 0;
  let origin: string;
  beforeAll(async () => {
    engines = await startEngines();
    folder = await mkdtemp(join(tmpdir(), 'libreoffice-test-'));
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(async () => {
    await engines.close();
    server.close();
    await rm(folder, { recursive: true });
  });

  it('prints a docx, says its pages, and makes the same bytes of it again', async () => {
    const input = makeDocx(['Harvest of the valley', 'Дождь и 雨']);

    const first = await engines.convert(input, 'docx', 'pdf');
    const second = await engines.convert(input, 'docx', 'pdf');

    expect((await readPdf(first.bytes)).text).toMatch(/Harvest of the valley[\s\S]*Дождь и 雨/);
    expect(first.report).toMatchObject({ engine: 'libreoffice-office-to-pdf', pages: 2, warnings: [] });
    expect(first.report.version).toMatch(/^\d+\.\d+/);
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  it('prints the pages that are asked for, to a standard', async () => {
    const input = makeDocx(['one', 'two', 'three']);

    const { bytes, report } = await engines.convert(input, 'docx', 'pdf', {
      pages: '-1,1',
      pdf_standard: 'a-2b',
    });

    expect((await readPdf(bytes)).text.replaceAll(/\s+/g, ' ').trim()).toBe('one three');
    expect(report.pages).toBe(2);
    expect(bytes.toString('latin1')).toContain('<pdfaid:part>2</pdfaid:part>');
  });

  it('writes other formats, the same bytes each time', async () => {
    const input = makeDocx(['Harvest']);

    const first = await engines.convert(input, 'docx', 'odt');
    const second = await engines.convert(input, 'docx', 'odt');
    const back = await engines.convert(first.bytes, 'odt', 'pdf');

    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect((await readPdf(back.bytes)).text).toContain('Harvest');
  });

  it('leaves the pdfium of other engines alone, though it brings one along', async () => {
    const pdf = await makePdf((page) => page.text('Harvest').image(makePng(40), 100, 200));

    await engines.convert(makeDocx(['any']), 'docx', 'pdf');
    const { bytes, report } = await engines.convert(pdf, 'pdf', 'markdown');

    expect(bytes.toString()).toContain('Harvest');
    expect(report.tried).toEqual([
      { engine: 'liteparse-pdf-reader + docforge-markdown-writer', outcome: 'used' },
    ]);
  });

  it('fetches nothing that a document links to, from the network or from this machine', async () => {
    const secret = join(folder, 'secret.png');
    await writeFile(secret, makePng(40));
    const links = [`${origin}/a.png`, `file://${secret}`, secret];

    const { bytes, report } = await engines.convert(makeDocx(['linked'], { links }), 'docx', 'pdf');

    expect(report.engine).toBe('libreoffice-office-to-pdf');
    expect(connections).toBe(0);
    expect(bytes.toString('latin1')).not.toContain('/Width 40');
  });

  it('leaves a document with pictures that name files to others', async () => {
    const parts = { 'word/media/a.svg': '<svg xmlns="x"><image href="file:///etc/logo.png"/></svg>' };

    const { report } = await engines.convert(makeDocx(['other'], { parts }), 'docx', 'pdf');

    expect(report.tried[0]).toEqual({ engine: 'libreoffice-office-to-pdf', outcome: 'refused' });
  });

  it('takes no bytes for a document that are none', async () => {
    const noise = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251);

    await expect(engines.convert(noise, 'rtf', 'pdf')).rejects.toMatchObject({ code: 'corrupt_document' });
  });
});

it('stands first for what it reads, with the new formats as bridges', () => {
  const bridges = libreOffice.edges.filter((edge) => edge.isBridge).map(({ from, to }) => [from, to]);

  expect(bridges).toEqual([
    ['doc', 'docx'],
    ['xls', 'xlsx'],
    ['ppt', 'pptx'],
  ]);
  for (const from of ['docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt'] as const) {
    expect(
      libraryRoutes.between(from, { operation: 'convert', to: 'pdf' })[0]?.map(({ engine }) => engine.name),
    ).toEqual(['libreoffice-office-to-pdf']);
  }
});
