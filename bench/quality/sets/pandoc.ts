import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { isFormat } from '../../../lib/conversions/formats.ts';
import { extract } from '../../../lib/conversions/index.ts';
import { findProgram, importPeer, runProgram } from '../../engines/peers.ts';
import {
  type Count,
  countShared,
  type Features,
  f1Of,
  featureKinds,
  featuresOfModel,
  featuresOfNative,
} from '../features.ts';
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
async function readers(): Promise<Map<string, Reader>> {
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
  const office = findProgram('soffice');
  if (office !== undefined) {
    found.set('LibreOffice', async (path) => {
      if (path.endsWith('.pptx') || path.endsWith('.epub')) return undefined;
      const folder = await mkdtemp(join(tmpdir(), 'quality-'));
      try {
        const args = ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', 'html'];
        await runProgram(office, [...args, '--outdir', folder, path]);
        const page = (await readdir(folder)).find((name) => name.endsWith('.html'));
        return page === undefined ? undefined : await toNative(join(folder, page), 'html');
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
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
  const losses: string[] = [];
  const scores = new Map<string, Score>();
  const tools = await readers();
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
    for (const part of ['hits', 'wanted', 'got'] as const) totals[kind][part] += count[part];
    return f1Of(count) < 1 ? [`${kind} ${count.hits} of ${count.wanted} in ${count.got}`] : [];
  });
}

/** Word processor documents and books against pandoc's golden files. */
export const pandoc: QualitySet = {
  name: 'pandoc',
  title: "Documents of pandoc's tests: documents without a difference, and F1 by kind in percent",
  measure,
};
