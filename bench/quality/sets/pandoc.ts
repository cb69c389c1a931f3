import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isFormat } from '../../../lib/conversions/formats.ts';
import { extract } from '../../../lib/conversions/index.ts';
import { findProgram, importPeer, runProgram } from '../../engines/peers.ts';
import {
  addTo,
  type Count,
  countShared,
  type Features,
  f1Of,
  featureKinds,
  featuresOfModel,
  featuresOfNative,
} from '../features.ts';
import { markdownReaders, withOffice } from '../markdown-peers.ts';
import { parseNative } from '../native.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';

/** Reads a file with a tool; undefined if the tool does not read its format. */
type Reader = (path: string) => Promise<Features | undefined>;

const own: Reader = async (path) => {
  const from = extname(path).slice(1);
  if (!isFormat(from)) return undefined;
  const { bytes } = await extract(await readFile(path), { format: 'document', from });
  return featuresOfModel(JSON.parse(Buffer.from(bytes).toString()));
};

interface Mammoth {
  readonly convertToHtml: (input: { readonly path: string }) => Promise<{ readonly value: string }>;
}

/** Readers of the tools that are installed. */
async function readers(office: ReadonlyMap<string, string> | undefined): Promise<Map<string, Reader>> {
  const found = new Map<string, Reader>([['DocForge', own]]);
  const pandoc = findProgram('pandoc');
  if (pandoc === undefined) return found;
  const toNative = async (path: string, from: string): Promise<Features | undefined> => {
    const { ok, output } = await runProgram(pandoc, ['-f', from, '-t', 'native', path]);
    return ok ? featuresOfNative(parseNative(output.toString())) : undefined;
  };
  found.set('pandoc', async (path) => {
    const from = extname(path).slice(1);
    return ['docx', 'odt', 'epub', 'rtf'].includes(from) ? toNative(path, from) : undefined;
  });
  const mammoth = await importPeer<{ readonly default: Mammoth }>('mammoth');
  if (mammoth !== undefined) {
    found.set('mammoth', async (path) => {
      if (!path.endsWith('.docx')) return undefined;
      const { value } = await mammoth.default.convertToHtml({ path });
      const { bytes } = await extract(Buffer.from(value || '<p></p>'), { format: 'document', from: 'html' });
      return featuresOfModel(JSON.parse(Buffer.from(bytes).toString()));
    });
  }
  const ofMarkdown = async (text: string): Promise<Features> => {
    const { bytes } = await extract(Buffer.from(text || ' '), { format: 'document', from: 'markdown' });
    return featuresOfModel(JSON.parse(Buffer.from(bytes).toString()));
  };
  for (const [tool, read] of markdownReaders())
    found.set(tool, async (path) => {
      const text = await read(path);
      // A tool that fails on a document has read nothing of it.
      if (text === undefined) throw new Error(`${tool} refused ${path}.`);
      return ofMarkdown(text);
    });
  if (office !== undefined)
    found.set('LibreOffice', async (path) => {
      if (path.endsWith('.pptx') || path.endsWith('.epub')) return undefined;
      const page = office.get(path);
      if (page === undefined) throw new Error(`LibreOffice refused ${path}.`);
      return toNative(page, 'html');
    });
  return found;
}

type Totals = Record<(typeof featureKinds)[number], Count>;

const noTotals = (): Totals =>
  Object.fromEntries(featureKinds.map((kind) => [kind, { hits: 0, wanted: 0, got: 0 }])) as Totals;

/** The heading of a slide has no level of its own. */
const withoutLevels = (features: Features): Features => ({
  ...features,
  headings: features.headings.map((heading) => heading.replace(/^\d+ /, '')),
});

interface Score {
  documents: number;
  perfect: number;
  readonly totals: Totals;
}

async function measure(folder: string): Promise<QualityResult> {
  const documents = (await readdir(join(folder, 'documents'))).toSorted();
  const paths = documents.map((name) => join(folder, 'documents', name));
  return (
    (await withOffice(paths, 'html', (pages) => measureAll(folder, documents, pages))) ??
    (await measureAll(folder, documents, undefined))
  );
}

async function measureAll(
  folder: string,
  documents: readonly string[],
  office: ReadonlyMap<string, string> | undefined,
): Promise<QualityResult> {
  const losses: string[] = [];
  const scores = new Map<string, Score>();
  const tools = await readers(office);
  for (const name of documents) {
    const format = extname(name).slice(1);
    const golden = await readFile(join(folder, 'truth', name.replace(/\.\w+$/, '.native')), 'utf8');
    const forFormat = format === 'pptx' ? withoutLevels : (features: Features) => features;
    const wanted = forFormat(featuresOfNative(parseNative(golden)));
    for (const [tool, read] of tools) {
      const found = await read(join(folder, 'documents', name)).catch(() => 'failed' as const);
      if (found === undefined) continue;
      const got = found === 'failed' ? undefined : forFormat(found);
      const key = `${format}: ${tool}`;
      const score = scores.get(key) ?? { documents: 0, perfect: 0, totals: noTotals() };
      scores.set(key, score);
      score.documents += 1;
      const lost = addScore(score.totals, wanted, got);
      if (lost.length === 0) score.perfect += 1;
      else if (tool === 'DocForge') losses.push(`${name}: ${lost.join(', ')}`);
    }
  }
  return {
    measured: `${documents.length} documents`,
    columns: ['documents', 'perfect', ...featureKinds],
    rows: [...scores]
      .toSorted(([one], [other]) => one.slice(0, 4).localeCompare(other.slice(0, 4)))
      .map(([tool, { documents, perfect, totals }]) => ({
        tool,
        figures: [`${documents}`, `${perfect}`, ...featureKinds.map((kind) => percent(f1Of(totals[kind])))],
      })),
    losses,
  };
}

/** Adds what a document has to the totals. Returns the kinds that differ. */
function addScore(totals: Totals, wanted: Features, got: Features | undefined): string[] {
  return featureKinds.flatMap((kind) => {
    const count = countShared(wanted[kind], got?.[kind] ?? []);
    addTo(totals[kind], count);
    return f1Of(count) < 1 ? [`${kind} ${count.hits} of ${count.wanted} in ${count.got}`] : [];
  });
}

/** Word processor documents and books against pandoc's golden files. */
export const pandoc: QualitySet = {
  name: 'pandoc',
  title: "Documents of pandoc's tests: documents without a difference, and F1 by kind in percent",
  measure,
};
