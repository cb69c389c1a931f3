import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { denseLayout, densePdf, paperLayout } from '../dense-document.ts';
import { findProgram, runProgram } from '../peers.ts';
import { agreementOf } from '../text-agreement.ts';

const pages = [
  { name: 'one column, 200 dpi', layout: denseLayout, dpi: 200, maxRatio: 0.7 },
  { name: 'two columns, 300 dpi', layout: paperLayout, dpi: 300, maxRatio: 1.2 },
] as const;

const measure = async ({ engine, scratch }: BenchmarkContext) => {
  // Its threads wait for each other actively, which would count as processor time.
  process.env.OMP_THREAD_LIMIT = '1';
  const tesseract = findProgram('tesseract');
  const rows: CaseRow[] = [];
  const targets = [];
  for (const { name, layout, dpi, maxRatio } of pages) {
    const pdf = join(scratch, `page-${dpi}.pdf`);
    const scan = join(scratch, `page-${dpi}.png`);
    await writeFile(pdf, await densePdf(1, layout));
    const truth = await engine.run({ path: pdf, from: 'pdf', operation: 'convert', to: 'text' });
    const drawn = { path: pdf, from: 'pdf', operation: 'convert', to: 'png', options: { dpi } } as const;
    await writeFile(scan, (await engine.run(drawn)).bytes);
    const read = () => engine.run({ path: scan, from: 'png', operation: 'convert', to: 'text' });
    // Code that has run before is compiled.
    await read();
    const ours = await read();
    const row = (tool: string, milliseconds: number, processor: number, text: Uint8Array): CaseRow => {
      const { recall, order } = agreementOf(
        Buffer.from(truth.bytes).toString(),
        Buffer.from(text).toString(),
      );
      const quality = `recall ${recall.toFixed(3)}, order ${order.toFixed(3)}`;
      return { tool: `${tool}, ${name}`, milliseconds, processor, quality };
    };
    rows.push(row('DocForge', ours.milliseconds, ours.processor, ours.bytes));
    if (tesseract === undefined) continue;
    const peer = await runProgram(tesseract, [scan, '-', '-l', 'eng']);
    rows.push(row('tesseract', peer.milliseconds, peer.processor, peer.output));
    const ratio = ours.processor / peer.processor;
    targets.push({
      text: `${name}: ${ratio.toFixed(2)} times the processor time of tesseract with one thread <= ${maxRatio}`,
      met: ratio <= maxRatio,
    });
  }
  return { unit: 'a page', rows, targets };
};

/** Text recognition of clean pages. */
export const recognition: BenchmarkCase = {
  name: 'recognition',
  title: 'Text recognition of a page',
  measure,
};
