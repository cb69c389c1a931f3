import { extname } from 'node:path';
import { canonicalFormat, type Format } from './formats.ts';

/** Formats of plain text, of which a short document looks like any other text: the name of the file says more. */
const byName: ReadonlySet<Format> = new Set([
  'asciidoc',
  'csv',
  'latex',
  'markdown',
  'org',
  'rst',
  'tsv',
  'yaml',
]);

const sampleBytes = 4096;

/** The format of a plain text file by its name; undefined if the bytes should decide. */
export const textFormatOf = ({
  bytes,
  name,
}: {
  readonly bytes: Uint8Array;
  readonly name: string;
}): Format | undefined => {
  const format = canonicalFormat(extname(name));
  const isText = format !== undefined && byName.has(format) && !bytes.subarray(0, sampleBytes).includes(0);
  return isText ? format : undefined;
};
