import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { planConversion } from '../../../lib/conversions/routing/plan.ts';
import { routeName } from '../../../lib/conversions/routing/routes.ts';
import { runPlan } from '../../../lib/conversions/routing/run-plan.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow, Target } from '../benchmark-case.ts';
import { type OfficeDocument, officeDocuments, toPdf, withEngine } from '../office-documents.ts';
import { pageSimilarity, type RenderedPdf, renderPdf } from '../office-pages.ts';
import { findProgram, runProgram } from '../peers.ts';

type Made = Map<string, RenderedPdf>;

const shownWorst = 10;

/** The documents as PDF by the installed LibreOffice. */
const bySoffice = async (soffice: string, documents: readonly OfficeDocument[], scratch: string) => {
  const made: Made = new Map();
  for (const { name, path, from } of documents) {
    await runProgram(soffice, ['--headless', '--convert-to', 'pdf', '--outdir', scratch, path]);
    const pdf = await readFile(join(scratch, `${basename(name, `.${from}`)}.pdf`)).catch(() => undefined);
    if (pdf !== undefined) made.set(name, await renderPdf(pdf));
  }
  return made;
};

/** The documents as PDF by DocForge's LibreOffice. */
const byDocForge = (documents: readonly OfficeDocument[]): Promise<Made> =>
  withEngine(async (engine) => {
    const made: Made = new Map();
    for (const document of documents) {
      const result = await engine.run(toPdf(document), 60).catch(() => undefined);
      if (result?.report.engine.startsWith('libreoffice'))
        made.set(document.name, await renderPdf(result.bytes));
    }
    return made;
  });

/** The documents as PDF by our own typesetter. */
const byTypesetter = async (documents: readonly OfficeDocument[]): Promise<Made> => {
  const made: Made = new Map();
  for (const { name, path, from } of documents) {
    const planned = planConversion({ from, target: { operation: 'convert', to: 'pdf' }, options: {} });
    if (!planned.ok) continue;
    const routes = planned.plan.routes.filter((route) => !routeName(route).includes('libreoffice'));
    const result = await runPlan(await readFile(path), { ...planned.plan, routes }).catch(() => undefined);
    if (result !== undefined) made.set(name, await renderPdf(Buffer.from(result.bytes)));
  }
  return made;
};

const compare = async (tool: string, made: Made, reference: Made, share: number) => {
  const scores: { name: string; similarity: number; differs: string }[] = [];
  for (const [name, expected] of reference) {
    const found = made.get(name);
    const isSameCount = found?.total === expected.total;
    const isSameSize = found?.sizes[0] === expected.sizes[0];
    scores.push({
      name,
      similarity: found === undefined ? 0 : ((await pageSimilarity(found, expected)) ?? Number.NaN),
      differs: [
        isSameCount ? '' : `${found?.total ?? 'no'} pages, not ${expected.total}`,
        isSameSize ? '' : `${found?.sizes[0]}, not ${expected.sizes[0]}`,
      ]
        .filter((text) => text !== '')
        .join('; '),
    });
  }
  const equal = scores.filter(({ differs }) => differs === '').length;
  const mean = scores.reduce((sum, { similarity }) => sum + similarity, 0) / scores.length;
  const row: CaseRow = {
    tool,
    milliseconds: Number.NaN,
    quality: `${equal} of ${scores.length} equal in page count and size, mean similarity ${mean.toFixed(3)}`,
  };
  const target: Target = {
    text: `${tool}: ${((100 * equal) / scores.length).toFixed(0)} % equal in page count and size >= ${100 * share} %`,
    met: equal >= share * scores.length,
  };
  const differing = scores.filter(({ differs }) => differs !== '');
  const worst = scores.toSorted((a, b) => a.similarity - b.similarity).slice(0, shownWorst);
  const notes = [
    `${tool}, other pages: ${differing.map(({ name, differs }) => `${name} (${differs})`).join(', ') || 'none'}`,
    `${tool}, least similar: ${worst.map(({ name, similarity }) => `${name} ${similarity.toFixed(3)}`).join(', ')}`,
  ];
  return { row, target, notes };
};

const measure = async ({ corpus, scratch }: BenchmarkContext) => {
  const soffice = findProgram('soffice');
  if (soffice === undefined)
    return { unit: '-', rows: [], targets: [], notes: ['LibreOffice is not installed.'] };
  const documents = await officeDocuments(corpus);
  const reference = await bySoffice(soffice, documents, scratch);
  const compared = [
    await compare('DocForge', await byDocForge(documents), reference, 0.95),
    await compare('typesetter', await byTypesetter(documents), reference, 0.8),
  ];
  return {
    unit: '-',
    rows: compared.map(({ row }) => row),
    targets: compared.map(({ target }) => target),
    notes: compared.flatMap(({ notes }) => notes),
  };
};

/** Pages of office documents, compared with those of the installed LibreOffice. */
export const officeFidelity: BenchmarkCase = {
  name: 'office-fidelity',
  title: 'Office pages beside those of the installed LibreOffice',
  measure,
};
