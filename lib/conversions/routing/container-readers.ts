import * as z from 'zod';
import { needsOfTarget } from '../document/needs.ts';
import type { Engine, RequestContext } from '../engine/engine.ts';
import { attachmentsOption } from '../engine/options.ts';
import { documentReader } from '../engine/roles.ts';
import { type MailFormat, mailFormats } from '../formats/mail/reader.ts';
import { createPdfReader } from '../formats/pdf/reader.ts';
import type { Format } from '../formats.ts';
import { zipLimits } from '../shared/zip/limits.ts';
import type { ReadContainer, Reading } from './container-reading.ts';
import { createRouteTable } from './routes.ts';

const options = z.strictObject({ attachments: attachmentsOption });

/**
 * Creates the engines that read files with files of other formats in them: messages, ZIP archives, and PDFs. Each file is read
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
  const readingOf = (request: RequestContext, attachments: Reading['attachments']): Reading => ({
    table,
    request,
    containers,
    attachments,
    depth: 0,
    isInZip: false,
    total: { files: 0, bytes: 0 },
  });
  const pdf = createPdfReader({
    read: async (bytes, request) => {
      const { readPdfFiles } = await import('./read-pdf-files.ts');
      return await readPdfFiles(bytes, request, readingOf(request, 'read'));
    },
    writeText: async (bytes, request) => {
      const { writePdfFilesText } = await import('./read-pdf-files.ts');
      return await writePdfFilesText(bytes, request, readingOf(request, 'read'));
    },
  });
  const others = readers.map(({ from, read, ...facts }) =>
    documentReader({
      ...facts,
      from: [from],
      options,
      limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
      read: async (bytes, { options: { attachments }, ...request }) =>
        await read(bytes, readingOf(request, attachments)),
    }),
  );
  return [pdf, ...others];
}
