import { join } from 'node:path';
import type { BenchmarkCase, BenchmarkContext } from '../benchmark-case.ts';
import { readPdfJsText } from '../pdf-js-peer.ts';
import { findProgram, runProgram } from '../peers.ts';
import { agreementOf } from '../text-agreement.ts';

/** Papers in two columns, and whether poppler without -layout reads the columns in order. */
const papers = [
  { name: '02-tracemonkey-2col.pdf', isReference: true },
  { name: '14-normal4.pdf', isReference: false },
];

// Conversions of a paper before it is measured in a warm process, and the aim there, in milliseconds of processor time a page.
const WARM_RUNS = 5;
const maxMarkdown = 12;
const warmTool = 'DocForge, warm';

/** Returns the text of Markdown without markup and link targets. */
const withoutTargets = (markdown: string): string => markdown.replaceAll(/\]\([^)]*\)/g, ']');

const measure = async ({ engine, corpus }: BenchmarkContext) => {
  const spent = new Map<string, { milliseconds: number; processor: number }>();
  const add = (tool: string, milliseconds: number, processor = Number.NaN): void => {
    const before = spent.get(tool) ?? { milliseconds: 0, processor: 0 };
    spent.set(tool, {
      milliseconds: before.milliseconds + milliseconds,
      processor: before.processor + processor,
    });
  };
  const orders: { name: string; order: number; peer: number }[] = [];
  const shapes: string[] = [];
  let pages = 0;
  const pdftotext = findProgram('pdftotext');
  for (const { name, isReference } of papers) {
    const path = join(corpus, 'pdf', name);
    const convert = () => engine.run({ path, from: 'pdf', operation: 'convert', to: 'markdown' });
    const { milliseconds, processor, bytes, report } = await convert();
    const markdown = bytes.toString();
    pages += report.pages ?? 0;
    add('DocForge', milliseconds, processor);
    // Code that has run before is compiled.
    for (let run = 0; run < WARM_RUNS; run += 1) await convert();
    const warm = await convert();
    add(warmTool, warm.milliseconds, warm.processor);
    const headings = markdown.match(/^#+ /gm)?.length ?? 0;
    const items = markdown.match(/^\s*(?:[-*]|\d+\.) /gm)?.length ?? 0;
    const tables = markdown.match(/^\|(?: ?:?-+:? ?\|)+$/gm)?.length ?? 0;
    shapes.push(`${name}: ${headings} headings, ${items} list items, ${tables} tables`);
    if (pdftotext === undefined || !isReference) continue;
    const reference = await runProgram(pdftotext, [path, '-']);
    add('pdftotext', reference.milliseconds, reference.processor);
    const other = await readPdfJsText(path);
    if (other !== undefined) add('pdfjs-dist, text only', other.milliseconds);
    const want = reference.output.toString();
    orders.push({
      name,
      order: agreementOf(want, withoutTargets(markdown)).order,
      peer: other === undefined ? Number.NaN : agreementOf(want, other.text).order,
    });
  }
  const warm = (spent.get(warmTool)?.processor ?? Number.NaN) / pages;
  return {
    unit: 'a page',
    rows: [...spent].map(([tool, { milliseconds, processor }]) => ({
      tool,
      milliseconds: milliseconds / pages,
      processor: processor / pages,
    })),
    targets: [
      {
        text: `${warm.toFixed(1)} ms of processor time a page in a warm process <= ${maxMarkdown}`,
        met: warm <= maxMarkdown,
      },
      ...orders.map(({ name, order, peer }) => ({
        text: `${name}: order ${order.toFixed(3)} >= .95 of pdftotext's (pdfjs-dist ${peer.toFixed(3)})`,
        met: order >= 0.95,
      })),
    ],
    notes: shapes,
  };
};

/** Papers in two columns to Markdown. */
export const pdfToMarkdown: BenchmarkCase = { name: 'pdf-to-markdown', title: 'PDF to markdown', measure };
