import * as z from 'zod';
import { needsOfTarget } from '../document/needs.ts';
import type { Engine } from '../engine/engine.ts';
import { documentReader } from '../engine/roles.ts';
import { type MailFormat, mailFormats } from '../formats/mail/reader.ts';
import type { Format } from '../formats.ts';
import { zipLimits } from '../shared/zip/limits.ts';
import type { ReadContainer, Reading } from './container-reading.ts';
import { createRouteTable } from './routes.ts';

const options = z.strictObject({
  attachments: z
    .enum(['list', 'read'])
    .default('list')
    .describe(
      'Attachments of messages: "list" lists their names, "read" also adds their content after the message. Forwarded messages are always read.',
    ),
});

/**
 * Creates the engines that read files with files of other formats in them: messages, and ZIP archives. Each file is read
 * with the best of `engines`. Engines with a worker of their own are left out.
 */
export function createContainerReaders(engines: readonly Engine[]): readonly Engine[] {
  const table = createRouteTable(engines.filter(({ worker }) => worker === undefined));
  const readers: readonly (Omit<MailFormat, 'from' | 'open'> & {
    readonly from: MailFormat['from'] | 'zip';
    readonly read: ReadContainer;
  })[] = [
    ...mailFormats.map(({ open, ...format }) => ({
      ...format,
      read: async (bytes: Uint8Array, reading: Reading) => {
        const { readMessage } = await import('./read-message.ts');
        return await readMessage(await open(bytes, needsOfTarget(reading.request.target)), reading);
      },
    })),
    {
      name: 'docforge-zip-reader',
      from: 'zip',
      read: async (bytes, reading) => {
        const { readZip } = await import('./read-zip.ts');
        return await readZip(bytes, reading);
      },
    },
  ];
  const containers = new Map<Format, ReadContainer>(readers.map(({ from, read }) => [from, read]));
  return readers.map(({ from, read, ...facts }) =>
    documentReader({
      ...facts,
      from: [from],
      options,
      limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
      read: async (bytes, { options: { attachments }, ...request }) =>
        await read(bytes, {
          table,
          request,
          containers,
          attachments,
          depth: 0,
          isInZip: false,
          total: { files: 0, bytes: 0 },
        }),
    }),
  );
}
