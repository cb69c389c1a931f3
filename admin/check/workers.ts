import { isRecord } from '../../lib/is-record.ts';
import { type Check, finish, type Session, submit, upload } from './session.ts';

/** A document for each worker, and the engines of which the report must contain one. */
const documents = [
  {
    worker: 'convert-document',
    content: '<!doctype html><title>Check</title><p>A document.</p>',
    from: 'html',
    to: 'docx',
    engines: ['docforge-docx-writer'],
  },
  {
    worker: 'convert-large-document',
    // Large enough for its format.
    content: 'A line of a large document.\n'.repeat(40_000),
    from: 'text',
    to: 'html',
    engines: ['docforge-html-writer'],
  },
  {
    worker: 'convert-web-page',
    content: '<!doctype html><title>Check</title><p>A page.</p>',
    from: 'html',
    to: 'pdf',
    engines: ['chromium-html-to-pdf'],
  },
  {
    worker: 'convert-office-document',
    content: '{\\rtf1 A document.\\par}',
    from: 'rtf',
    to: 'pdf',
    engines: ['libreoffice-wasm-office-to-pdf'],
  },
] as const;

type Document = (typeof documents)[number];

const convert = async (session: Session, { content, from, to, engines }: Document): Promise<void> => {
  const fileId = await upload(session, content);
  const { json } = await finish(session, await submit(session, '/convert', { file_id: fileId, from, to }));
  const report = isRecord(json.report) ? json.report : {};
  const used = String(report.engine).split(' + ');
  if (!engines.some((engine) => used.includes(engine)))
    throw new Error(`${report.engine} instead of ${engines[0]}; attempts: ${JSON.stringify(report.tried)}`);
};

/** Converts a document with each worker. */
export const workerChecks: readonly Check[] = documents.map((document) => ({
  name: `${document.worker}: ${document.from} to ${document.to}`,
  run: async (session) => {
    await convert(session, document);
    return undefined;
  },
}));
