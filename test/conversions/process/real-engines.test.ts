import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngineProcess, type EngineTask } from '../../../lib/conversions/process/engine-process.ts';
import { bundledEngine } from '../../support/bundle-engine.ts';
import { itLong } from '../../support/long-run.ts';
import { pdfOf } from '../raw-pdf.ts';
import { makePdf, makePng, makeReport } from '../sample-files.ts';

const folder = await mkdtemp(join(tmpdir(), 'real-engines-'));
const engines = createEngineProcess({ entry: bundledEngine, memoryLimitBytes: 1_500_000_000 });
afterAll(async () => {
  await engines.close();
  await rm(folder, { recursive: true });
});

const task: EngineTask = {
  tenant: 'a',
  operation: 'convert',
  from: 'pdf',
  to: 'text',
  options: {},
  inputPath: join(folder, 'input'),
  outputPath: join(folder, 'output'),
};

describe('the real engines in their process', () => {
  it('convert a file and report how', async () => {
    await writeFile(task.inputPath, await makeReport());

    const { report, sizeBytes, phases } = await engines.run(task, { deadlineSeconds: 20 });

    const text = await readFile(task.outputPath, 'utf8');
    expect(text).toContain('Harvest of the valley');
    expect(sizeBytes).toBe(Buffer.byteLength(text));
    expect(report).toMatchObject({ engine: 'liteparse-pdf-reader', pages: 3, ocr_pages: 0, warnings: [] });
    expect(Object.keys(phases)).toEqual(['start', 'read', 'convert', 'write']);
  });

  itLong(
    'read the images of a PDF in the process of LibreOffice',
    async () => {
      await writeFile(task.inputPath, String.raw`{\rtf1 A letter.}`);
      const office = engines.run({ ...task, from: 'rtf', to: 'pdf' }, { deadlineSeconds: 100 });
      await expect(office).resolves.toBeDefined();
      await writeFile(task.inputPath, await makePdf((document) => document.image(makePng(40), 72, 72)));

      const { report } = await engines.run(
        { ...task, operation: 'extract', to: 'images' },
        { deadlineSeconds: 20 },
      );

      expect(report.tried).toEqual([{ engine: report.engine, outcome: 'used' }]);
      expect(report.engine).toMatch(/^liteparse/);
    },
    120_000,
  );

  it('log nothing of the document', async () => {
    await writeFile(task.inputPath, pdfOf('', '<</Type/Font/Secret 4111111111111111222>>'));
    const options = { watermark: 'x' };

    const { log } = await engines.run({ ...task, to: 'pdf', options }, { deadlineSeconds: 20 });

    expect(log).toBe('');
  });

  it('report the better engine that lacks an option', async () => {
    await writeFile(task.inputPath, String.raw`{\rtf1 A letter.}`);
    const { report } = await engines.run(
      { ...task, from: 'rtf', to: 'pdf', options: { toc: true } },
      { deadlineSeconds: 20 },
    );

    expect(report.tried).toEqual([
      { engine: 'libreoffice-wasm-office-to-pdf', outcome: 'passed_over', options: ['toc'] },
      { engine: report.engine, outcome: 'used' },
    ]);
  });

  it('report the error code of a bad document', async () => {
    await writeFile(task.inputPath, await makeReport({ userPassword: 'x', pdfVersion: '1.7ext3' }));

    await expect(engines.run(task, { deadlineSeconds: 20 })).rejects.toMatchObject({
      code: 'encrypted_document',
    });
  });
});
