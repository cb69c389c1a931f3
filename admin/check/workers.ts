import { expectAnswer } from './call.ts';
import { isRecord } from './is-record.ts';
import { type Check, finish, type Session, submit, upload } from './session.ts';

/** A document for each worker, and the engine that the report must contain. */
const documents = [
  {
    worker: 'convert-document',
    content: '<!doctype html><title>Check</title><p>A document.</p>',
    from: 'html',
    to: 'docx',
    engine: 'docforge-docx-writer',
  },
  {
    worker: 'convert-web-page',
    content: '<!doctype html><title>Check</title><p>A page.</p>',
    from: 'html',
    to: 'pdf',
    engine: 'chromium-html-to-pdf',
  },
  {
    worker: 'convert-office-document',
    content: '{\\rtf1 A document.\\par}',
    from: 'rtf',
    to: 'pdf',
    engine: 'libreoffice-office-to-pdf',
  },
] as const;

type Document = (typeof documents)[number];

const isOffered = async ({ call, token }: Session, { from, to, engine }: Document): Promise<boolean> => {
  const { json } = expectAnswer(await call('GET', `/formats?from=${from}`, { token }), '200');
  const conversions = Array.isArray(json.conversions) ? json.conversions : [];
  return conversions.some(
    (row: unknown) => isRecord(row) && row.to === to && JSON.stringify(row.engines).includes(engine),
  );
};

const convert = async (session: Session, { content, from, to, engine }: Document): Promise<void> => {
  const fileId = await upload(session, content);
  const { json } = await finish(session, await submit(session, '/convert', { file_id: fileId, from, to }));
  const report = isRecord(json.report) ? json.report : {};
  if (!String(report.engine).split(' + ').includes(engine))
    throw new Error(`${report.engine} instead of ${engine}; attempts: ${JSON.stringify(report.tried)}`);
};

/** Converts a document with each worker. Skips LibreOffice, which is optional, if `GET /formats` does not list it. */
export const workerChecks: readonly Check[] = documents.map((document) => ({
  name: `${document.worker}: ${document.from} to ${document.to}`,
  run: async (session) => {
    if (document.engine === 'libreoffice-office-to-pdf' && !(await isOffered(session, document)))
      return 'not deployed';
    await convert(session, document);
    return undefined;
  },
}));
