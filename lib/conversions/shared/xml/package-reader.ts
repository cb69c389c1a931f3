import type * as z from 'zod';
import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ReadRequest } from '../../engine/role.ts';
import { type DocumentResult, documentReader } from '../../engine/roles.ts';
import type { Format } from '../../formats.ts';
import { zipLimits } from '../zip/limits.ts';

/** Creates an engine that reads documents of XML parts in a ZIP archive. It declines a damaged document. */
export const packageReader = <Options extends z.ZodObject, const From extends Format>(role: {
  readonly name: string;
  readonly from: readonly From[];
  readonly options: Options;
  readonly sourceOptions?: readonly (keyof z.output<Options> & string)[];
  readonly read: (
    bytes: Uint8Array,
    request: ReadRequest<Options, NoInfer<From>>,
  ) => DocumentResult | Promise<DocumentResult>;
}): Engine =>
  documentReader({
    ...role,
    package: 'saxes',
    limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
    read: (bytes, request) => declineCorrupt(() => role.read(bytes, request)),
  });
