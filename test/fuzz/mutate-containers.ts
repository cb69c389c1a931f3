import { deflateSync, inflateSync } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';
import { byteMutations, type Mutation } from './mutate-bytes.ts';
import { markupMutation, plainMutation } from './mutate-text.ts';

// The same case results in the same bytes.
const FIRST_DAY = '1980-01-01';

const isMarkup = (name: string): boolean => /\.(?:xml|rels|xhtml|html|opf|ncx)$|^mimetype$/i.test(name);

/** Changes a file inside an archive and packs the archive again. */
export const zipMutation: Mutation = (bytes, random) => {
  const files = unzipSync(bytes);
  const names = Object.keys(files);
  if (names.length === 0) return bytes;
  const name = random.pick(names);
  const file = Buffer.from(files[name] ?? []);
  const other = Buffer.from(files[random.pick(names)] ?? []);
  const mutation = isMarkup(name) && random.chance(0.9) ? markupMutation : random.pick(byteMutations);
  files[name] = Uint8Array.from(random.chance(0.05) ? other : mutation(file, random, other));
  return Buffer.from(zipSync(files, { level: 1, mtime: FIRST_DAY }));
};

const STREAM = /stream\r?\n/g;

/** Changes the content of a compressed stream of a PDF, or compresses it several times. */
const streamMutation: Mutation = (bytes, random, other) => {
  const starts = [...bytes.toString('latin1').matchAll(STREAM)];
  if (starts.length === 0) return bytes;
  const place = random.pick(starts);
  const from = place.index + place[0].length;
  const end = bytes.indexOf('endstream', from);
  if (end < 0) return bytes;
  try {
    const content = inflateSync(bytes.subarray(from, end), { finishFlush: 2, maxOutputLength: 4_000_000 });
    const changed = random.pick([plainMutation, ...byteMutations])(content, random, other);
    return Buffer.concat([
      bytes.subarray(0, from),
      deflateSync(changed),
      Buffer.from('\n'),
      bytes.subarray(end),
    ]);
  } catch {
    return random.pick(byteMutations)(bytes, random, other);
  }
};

const objectMutation: Mutation = (bytes, random) => {
  const text = bytes.toString('latin1');
  const references = [...text.matchAll(/\b\d{1,6} 0 R\b/g)];
  if (references.length === 0) return bytes;
  const [from, to] = [random.pick(references), random.pick(references)];
  const changed = `${text.slice(0, from.index)}${to[0]}${text.slice(from.index + from[0].length)}`;
  return Buffer.from(changed, 'latin1');
};

/** Objects, references, numbers and streams of a PDF. */
export const pdfMutation: Mutation = (bytes, random, other) =>
  random.pick([streamMutation, streamMutation, objectMutation, plainMutation, random.pick(byteMutations)])(
    bytes,
    random,
    other,
  );
