import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../lib/conversions/engine/engine.ts';
import { libreOffice, libreOfficePdf } from '../../../../lib/conversions/formats/office/converter.ts';
import { planConversion } from '../../../../lib/conversions/routing/plan.ts';
import { libraryRoutes } from '../../../../lib/conversions/routing/registry.ts';
import { itLong } from '../../../support/long-run.ts';
import { convertInProcess } from '../../engine-runner.ts';
import { readPdf } from '../../read-pdf.ts';
import { runEngines } from '../../run-engines.ts';
import { makePdf, makePng } from '../../sample-files.ts';
import { makeDocx } from './sample-docx.ts';

const engineName = 'libreoffice-wasm-office-to-pdf';
const toPdf = { from: 'docx', operation: 'convert', to: 'pdf' } as const;

describe('without LibreOffice', () => {
  it('uses another engine and reports the reason', async () => {
    const other: Engine = {
      ...libreOfficePdf,
      name: 'other',
      package: undefined,
      version: () => '1',
      convert: async () => ({ content: Buffer.from('made'), report: {} }),
    };
    const absent: Engine = { ...libreOfficePdf, package: 'absent-package' };

    const { report } = await runEngines(
      Buffer.from('x'),
      { ...toPdf, options: {} },
      { engines: [absent, other] },
    );

    expect(report.tried).toEqual([
      { engine: engineName, outcome: 'not_installed' },
      { engine: 'other', outcome: 'used' },
    ]);
  });
});

describe('LibreOffice', () => {
  let folder: string;
  let server: Server;
  let connections = 0;
  let origin: string;
  beforeAll(async () => {
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
    server.close();
    await rm(folder, { recursive: true });
  });

  itLong('prints a docx, counts its pages, and returns the same bytes each time', async () => {
    const input = makeDocx(['Harvest of the valley', 'Дождь и 雨']);

    const first = await convertInProcess(input, 'docx', 'pdf');
    const second = await convertInProcess(input, 'docx', 'pdf');

    expect((await readPdf(first.bytes)).text).toMatch(/Harvest of the valley[\s\S]*Дождь и 雨/);
    expect(first.report).toMatchObject({ engine: engineName, pages: 2, warnings: [] });
    expect(first.report.version).toMatch(/^\d+\.\d+/);
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  it('reports the fonts that were replaced', async () => {
    const input = Buffer.from('{\\rtf1\\ansi{\\fonttbl{\\f0\\fswiss Aptos;}}\\f0 Apples\\par}');

    const { report } = await convertInProcess(input, 'rtf', 'pdf');

    expect(report).toMatchObject({
      engine: engineName,
      fonts_substituted: ['Aptos -> Arimo'],
    });
  });

  it('prints the requested pages to the requested standard', async () => {
    const input = makeDocx(['one', 'two', 'three']);

    const { bytes, report } = await convertInProcess(input, 'docx', 'pdf', {
      pages: '-1,1',
      pdf_standard: 'a-2b',
    });

    expect((await readPdf(bytes)).text.replaceAll(/\s+/g, ' ').trim()).toBe('one three');
    expect(report.pages).toBe(2);
    expect(bytes.toString('latin1')).toContain('<pdfaid:part>2</pdfaid:part>');
  });

  itLong('writes other formats, and the same bytes each time', async () => {
    const input = makeDocx(['Harvest']);

    const first = await convertInProcess(input, 'docx', 'odt');
    const second = await convertInProcess(input, 'docx', 'odt');
    const back = await convertInProcess(first.bytes, 'odt', 'pdf');

    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect((await readPdf(back.bytes)).text).toContain('Harvest');
  });

  it('refuses a document of another application under a wrong name, and serves the next one', async () => {
    const wrong = convertInProcess(makeDocx(['Harvest']), 'xls', 'ods');

    await expect(wrong).rejects.toMatchObject({ code: 'corrupt_document' });
    expect((await convertInProcess(makeDocx(['Harvest']), 'docx', 'odt')).report.tried).toHaveLength(1);
  });

  itLong('does not interfere with the pdfium of other engines', async () => {
    const pdf = await makePdf((page) => page.text('Harvest').image(makePng(40), 100, 200));

    await convertInProcess(makeDocx(['any']), 'docx', 'pdf');
    const { bytes, report } = await convertInProcess(pdf, 'pdf', 'markdown');

    expect(bytes.toString()).toContain('Harvest');
    expect(report.tried).toEqual([
      { engine: 'liteparse-pdf-reader + docforge-markdown-writer', outcome: 'used' },
    ]);
  });

  it('fetches nothing that a document links to, over the network or from this machine', async () => {
    const secret = join(folder, 'secret.png');
    await writeFile(secret, makePng(40));
    const links = [`${origin}/a.png`, `file://${secret}`, secret];

    const { bytes, report } = await convertInProcess(makeDocx(['linked'], { links }), 'docx', 'pdf');

    expect(report.engine).toBe(engineName);
    expect(connections).toBe(0);
    expect(bytes.toString('latin1')).not.toContain('/Width 40');
  });

  it('rejects input that is not a document', async () => {
    const noise = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251);

    await expect(convertInProcess(noise, 'rtf', 'pdf')).rejects.toMatchObject({ code: 'corrupt_document' });
  });

  it.each(['doc', 'docx', 'ods', 'pptx'] as const)('rejects an empty %s', async (from) => {
    await expect(convertInProcess(Buffer.alloc(0), from, 'pdf')).rejects.toMatchObject({
      code: 'empty_document',
      message: `The ${from} document is an empty file. Send the whole file.`,
    });
  });
});

it('is the first engine for its formats, with the new formats as bridges', () => {
  const bridges = libreOffice.edges.filter((edge) => edge.isBridge).map(({ from, to }) => [from, to]);

  expect(bridges).toEqual([
    ['doc', 'docx'],
    ['xls', 'xlsx'],
    ['xlsb', 'xlsx'],
    ['ppt', 'pptx'],
  ]);
  for (const from of ['docx', 'xlsx', 'pptx', 'doc', 'xls', 'xlsb', 'ppt'] as const) {
    expect(
      libraryRoutes.between(from, { operation: 'convert', to: 'pdf' })[0]?.map(({ engine }) => engine.name),
    ).toEqual([engineName]);
  }
});

it.each([
  ['doc', 'docforge-doc-reader + docforge-markdown-writer'],
  ['ppt', 'libreoffice-wasm-office-to-office + docforge-pptx-reader + docforge-markdown-writer'],
] as const)('converts %s to text formats by the better of two routes', (from, best) => {
  const [first = []] = libraryRoutes.between(from, { operation: 'convert', to: 'markdown' });

  expect(first.map(({ engine }) => engine.name).join(' + ')).toBe(best);
});

it('accepts the options of slides for ppt, which becomes pptx first', () => {
  const target = { operation: 'convert', to: 'markdown' } as const;

  expect(planConversion({ from: 'ppt', target, options: { hidden: 'keep', notes: false } })).toMatchObject({
    ok: true,
    plan: { passedOver: undefined },
  });
});
