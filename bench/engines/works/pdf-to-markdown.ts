import { join } from 'node:path';
import { readPdfJsText } from '../pdf-js-peer.ts';
import { findProgram, runProgram } from '../peers.ts';
import { agreementOf } from '../text-agreement.ts';
import type { Work, WorkContext } from '../work.ts';

/** Papers in two columns, and whether poppler without a layout reads their columns one after the other. */
const papers = [
  { name: '02-tracemonkey-2col.pdf', isReference: true },
  { name: '14-normal4.pdf', isReference: false },
];

/** Words of markdown are those of its text: marks are no words, and link targets are not read. */
const withoutTargets = (markdown: string): string => markdown.replaceAll(/\]\([^)]*\)/g, ']');

const measure = async ({ engine, corpus }: WorkContext) => {
  const spent = new Map<string, number>();
  const add = (who: string, milliseconds: number): void => {
    spent.set(who, (spent.get(who) ?? 0) + milliseconds);
  };
  const orders: { name: string; order: number; peer: number }[] = [];
  const shapes: string[] = [];
  let pages = 0;
  const pdftotext = findProgram('pdftotext');
  for (const { name, isReference } of papers) {
    const path = join(corpus, 'pdf', name);
    const { milliseconds, bytes, report } = await engine.run({
      path,
      from: 'pdf',
      operation: 'convert',
      to: 'markdown',
    });
    const markdown = bytes.toString();
    pages += report.pages ?? 0;
    add('DocForge', milliseconds);
    const headings = markdown.match(/^#+ /gm)?.length ?? 0;
    const items = markdown.match(/^\s*(?:[-*]|\d+\.) /gm)?.length ?? 0;
    const tables = markdown.match(/^\|(?: ?:?-+:? ?\|)+$/gm)?.length ?? 0;
    shapes.push(`${name}: ${headings} headings, ${items} list items, ${tables} tables`);
    if (pdftotext === undefined || !isReference) continue;
    const reference = await runProgram(pdftotext, [path, '-']);
    add('pdftotext', reference.milliseconds);
    const other = await readPdfJsText(path);
    if (other !== undefined) add('pdfjs-dist, text only', other.milliseconds);
    const want = reference.output.toString();
    orders.push({
      name,
      order: agreementOf(want, withoutTargets(markdown)).order,
      peer: other === undefined ? Number.NaN : agreementOf(want, other.text).order,
    });
  }
  return {
    unit: 'a page',
    rows: [...spent].map(([who, milliseconds]) => ({ who, milliseconds: milliseconds / pages })),
    aims: orders.map(({ name, order, peer }) => ({
      text: `${name}: order ${order.toFixed(3)} >= .95 of pdftotext's (pdfjs-dist ${peer.toFixed(3)})`,
      met: order >= 0.95,
    })),
    notes: shapes,
  };
};

/** Papers in two columns to markdown. */
export const pdfToMarkdown: Work = { name: 'pdf-to-markdown', title: 'PDF to markdown', measure };
