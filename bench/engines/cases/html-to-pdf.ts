import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { fetchingPage } from '../fetching-page.ts';
import { findProgram, runProgram } from '../peers.ts';

const page = `<!doctype html><meta charset="utf-8"><title>Invoice</title>
<style>
  @page { margin: 20mm } body { font: 11pt/1.5 sans-serif; color: #222 } h1 { color: #14532d }
  .cards { display: grid; grid-template-columns: 1fr 1fr; gap: 1em } .card { border: 1px solid #ccc; border-radius: 8px; padding: 1em }
  table { width: 100%; border-collapse: collapse } td, th { border-bottom: 1px solid #ddd; padding: .4em; text-align: left }
</style>
<h1>Invoice 2026-117</h1><div class="cards"><div class="card">From the orchard</div><div class="card">To the market</div></div>
<table><tr><th>Fruit<th>Kilograms<th>Price</tr>${'<tr><td>Apples<td>120<td>240.00</tr>'.repeat(20)}</table>`;

const runs = 15;

const measure = async ({ engine, scratch }: BenchmarkContext) => {
  const path = join(scratch, 'page.html');
  await writeFile(path, page);
  const task = { path, from: 'html', operation: 'convert', to: 'pdf' } as const;
  const { report } = await engine.run(task);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push((await engine.run(task)).milliseconds);
  const rows: CaseRow[] = [{ tool: `DocForge (${report.engine})`, milliseconds: median(times) }];
  for (const command of ['weasyprint', 'soffice', 'chromium']) {
    const program = findProgram(command);
    if (program === undefined) continue;
    const args = {
      weasyprint: [path, join(scratch, 'weasyprint.pdf')],
      soffice: ['--headless', '--convert-to', 'pdf', '--outdir', scratch, path],
      chromium: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        `--print-to-pdf=${join(scratch, 'chromium.pdf')}`,
        path,
      ],
    }[command];
    if (args !== undefined)
      rows.push({
        tool: `${command}, one process each`,
        milliseconds: (await runProgram(program, args)).milliseconds,
      });
  }
  let reached = 0;
  const listener = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { html, attempts } = fetchingPage(`127.0.0.1:${port}`);
  const hostilePath = join(scratch, 'fetching.html');
  await writeFile(hostilePath, html);
  await engine.run({ ...task, path: hostilePath });
  await new Promise((resolve) => listener.close(resolve));
  return {
    unit: 'a short page (median)',
    rows,
    targets: [
      { text: `${median(times).toFixed(1)} ms <= 40`, met: median(times) <= 40 },
      {
        text: `a page with ${attempts} attempts to load resources reached a listener ${reached} times`,
        met: reached === 0,
      },
    ],
  };
};

/** HTML pages with CSS to PDF. */
export const htmlToPdf: BenchmarkCase = { name: 'html-to-pdf', title: 'html with CSS to PDF, warm', measure };
