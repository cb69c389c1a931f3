import { createHash } from 'node:crypto';
import { inspect, parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import type { Content, Edge, Engine } from '../../../lib/conversions/engine/engine.ts';
import { csvReader } from '../../../lib/conversions/formats/csv/reader.ts';
import { markdownReader } from '../../../lib/conversions/formats/markdown/reader.ts';
import type { Format } from '../../../lib/conversions/formats.ts';
import { convert, extract } from '../../../lib/conversions/index.ts';
import { isEngineInstalled } from '../../../lib/conversions/routing/attempts.ts';
import { engines } from '../../../lib/conversions/routing/registry.ts';
import { ownSamples } from '../../fuzz/samples.ts';
import { icoOf } from '../formats/image/small-images.ts';

// Runs engines in this process with some different documents, one after the other and then all at once, and prints for each
// engine how that went. LibreOffice cannot be unloaded, so this is a program of its own.

const { values } = parseArgs({
  options: { count: { type: 'string', default: '8' }, only: { type: 'string' }, skip: { type: 'string' } },
});
const COUNT = Number(values.count);

/** Words of the samples, one of which each document replaces by another of the same length. */
const words = ['Harbour', 'harbour', 'Tides', 'Saint-Malo', 'Naples', 'Notes', 'High', 'Mon'];

const codeOf = (word: string, index: number): string =>
  `Q${String.fromCharCode(97 + index)}`.padEnd(word.length, String.fromCharCode(97 + index));

function replaced(bytes: Buffer, index: number): Buffer {
  const changed = Buffer.from(bytes);
  for (const word of words) {
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const found = Buffer.from(word, encoding);
      for (let at = changed.indexOf(found); at >= 0; at = changed.indexOf(found, at + 1))
        changed.write(codeOf(word, index), at, encoding);
    }
  }
  return changed;
}

function replacedInZip(bytes: Buffer, index: number): Buffer {
  const files = Object.entries(unzipSync(bytes)).map(([name, file]) => [
    name,
    name.endsWith('.docx') ? replacedInZip(Buffer.from(file), index) : replaced(Buffer.from(file), index),
  ]);
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: '1980-01-01' }));
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));

const svgOf = (index: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="120"><filter id="f"><feOffset dx="1"/></filter><rect width="600" height="120" fill="white"/><rect width="9" height="9" filter="url(#f)"/><text x="20" y="80" font-size="60">${codeOf('Harbour', index).toUpperCase()}</text></svg>`,
  );

const drawn = async (index: number): Promise<Buffer> =>
  Buffer.from((await convert(svgOf(index), { from: 'svg', to: 'png' })).bytes);

/** A document of `index + 1` paragraphs, and a drawing. */
const markdownOf = (index: number): Buffer =>
  Buffer.from(
    `# ${codeOf('Harbour', index)}\n\n${'High water comes twice a day.\n\n'.repeat(index + 1)}![a](data:image/svg+xml;base64,${svgOf(index).toString('base64')})\n\n| a | b |\n| - | - |\n| 1 | ${index} |\n`,
  );

const converted = async (index: number, to: Format): Promise<Buffer> =>
  Buffer.from((await convert(markdownOf(index), { from: 'markdown', to })).bytes);

/** Formats whose sample is not enough: some engine requires more of a document. */
const written: Partial<Record<Format, (index: number) => Promise<Buffer>>> = {
  svg: async (index) => svgOf(index),
  svgz: async (index) => gzipSync(svgOf(index)),
  markdown: async (index) => markdownOf(index),
  pdf: (index) => converted(index, 'pdf'),
  docx: (index) => converted(index, 'docx'),
};

const raster: Partial<Record<Format, (png: Buffer) => Promise<Buffer>>> = {
  png: async (png) => png,
  jpeg: (png) => sharp(png).jpeg().toBuffer(),
  webp: (png) => sharp(png).webp().toBuffer(),
  tiff: (png) => sharp(png).tiff().toBuffer(),
  gif: (png) => sharp(png).gif().toBuffer(),
  avif: (png) => sharp(png).avif({ effort: 0 }).toBuffer(),
  ico: async (png) => icoOf([{ side: 64, bytes: await sharp(png).resize(64, 64).png().toBuffer() }]),
};

const samples = new Map((await ownSamples()).map(({ format, bytes }) => [format, bytes]));

/** The documents of a format; undefined if it has none that differ. */
async function documentsOf(from: Edge['from']): Promise<readonly Content[] | undefined> {
  const indexes = Array.from({ length: COUNT }, (_, index) => index);
  if (from === 'document' || from === 'workbook') {
    const [engine, format] =
      from === 'document' ? ([markdownReader, 'markdown'] as const) : ([csvReader, 'csv'] as const);
    const edge = engine.edges.find((each) => each.to === from) ?? engine.edges[0];
    const documents = await documentsOf(format);
    if (edge === undefined || documents === undefined) return undefined;
    return await Promise.all(documents.map(async (each) => (await run(engine, edge, each)).content));
  }
  const ofImage = raster[from];
  if (ofImage !== undefined)
    return await Promise.all(indexes.map(async (index) => ofImage(await drawn(index))));
  const write = written[from];
  if (write !== undefined) return await Promise.all(indexes.map(write));
  const sample = samples.get(from);
  if (sample === undefined) return undefined;
  const documents = indexes.map((index) =>
    isZip(sample) ? replacedInZip(sample, index) : replaced(sample, index),
  );
  return documents[0]?.equals(documents[1] ?? Buffer.alloc(0)) ? undefined : documents;
}

const run = (engine: Engine, edge: Edge, content: Content) =>
  engine.convert(content, { ...edge, options: {}, filename: 'a' });

const digest = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex');

/** What a result has of its document: its text, or its pixels. */
async function essenceOf(edge: Edge, content: Content): Promise<string> {
  if (!(content instanceof Uint8Array))
    return inspect(content, { depth: null, maxArrayLength: null, maxStringLength: null });
  const bytes = Buffer.from(content);
  if (edge.operation === 'extract') return isZip(bytes) ? zipEssence(bytes) : bytes.toString();
  if (['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'].includes(edge.to) && !isZip(bytes))
    return digest(await sharp(bytes).raw().toBuffer());
  if (edge.to === 'pdf') {
    const { bytes: picture } = await convert(bytes, { from: 'pdf', to: 'png', options: { dpi: 40 } });
    const { bytes: text } = await extract(bytes, { from: 'pdf', options: { ocr: 'never' } }).catch(() => ({
      bytes: '',
    }));
    return `${digest(picture)} ${Buffer.from(text)}`;
  }
  return isZip(bytes) ? zipEssence(bytes) : bytes.toString('latin1');
}

/** The content of a package without the times in it. */
const zipEssence = (bytes: Buffer): string =>
  Object.entries(unzipSync(bytes))
    .filter(([name]) => !/meta|core|docProps|mimetype|settings/i.test(name))
    .map(([name, file]) => `${name}\n${Buffer.from(file).toString('latin1')}`)
    .join('\n')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '');

/** A PDF without the places of its objects. */
const withoutEnd = (content: Content): Content =>
  content instanceof Uint8Array
    ? content.subarray(0, Buffer.from(content).lastIndexOf('startxref') - 40)
    : content;

const message = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

async function judge(engine: Engine): Promise<string> {
  if (!isEngineInstalled(engine)) return 'not installed';
  for (const edge of engine.edges) {
    const whole = await documentsOf(edge.from);
    // Reads only what the others cannot.
    const isRepair = engine.name === 'liteparse-repaired-pdf-reader';
    const documents = isRepair ? whole?.map((each) => withoutEnd(each)) : whole;
    if (documents === undefined) continue;
    const alone: string[] = [];
    for (const each of documents) alone.push(await essenceOf(edge, (await run(engine, edge, each)).content));
    if (new Set(alone).size !== COUNT) return `${edge.from} to ${edge.to}: the documents give equal results`;
    // Twice, because the first documents of some engines share what they start.
    for (let round = 0; round < 2; round += 1) {
      const together = await Promise.all(documents.map((each) => run(engine, edge, each)));
      for (const [index, { content }] of together.entries()) {
        const essence = await essenceOf(edge, content);
        if (essence === alone[index]) continue;
        const other = alone.indexOf(essence);
        return `${edge.from} to ${edge.to}: document ${index} gave ${other < 0 ? 'another result than alone' : `the result of document ${other}`}`;
      }
    }
    return 'right';
  }
  return 'no documents';
}

const results: Record<string, string> = {};
for (const engine of engines) {
  if (values.only !== undefined && !new RegExp(values.only).test(engine.name)) continue;
  if (values.skip !== undefined && new RegExp(values.skip).test(engine.name)) continue;
  const began = performance.now();
  results[engine.name] = await judge(engine).catch(message);
  process.stderr.write(
    `${engine.name}: ${results[engine.name]} ${Math.round(performance.now() - began)} ms\n`,
  );
}
process.stdout.write(JSON.stringify(results));
process.exit(0);
