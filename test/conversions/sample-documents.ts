import { convert } from '../../lib/conversions/index.ts';

export interface Row {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly options?: Record<string, unknown>;
  readonly includes: readonly string[];
  readonly excludes?: readonly string[];
  readonly engine: string;
}

export const toPdf = async (text: string | Buffer, options = {}) =>
  Buffer.from(
    (await convert(Buffer.from(text), { from: 'text', to: 'pdf', options, filename: 'notes.txt' })).bytes,
  );
