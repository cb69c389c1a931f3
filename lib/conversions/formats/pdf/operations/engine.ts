import * as z from 'zod';
import { fontNames, fonts } from '../../../backends/fonts/fonts.ts';
import { corruptPdf, encryptedPdf } from '../../../backends/pdfium/pdf-errors.ts';
import {
  passwordArgument,
  type Qpdf,
  type QpdfOutcome,
  qpdfPackage,
  startQpdf,
} from '../../../backends/qpdf/qpdf.ts';
import { fileContent } from '../../../engine/content.ts';
import {
  type Content,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
} from '../../../engine/engine.ts';
import { makeZip } from '../../../shared/zip/make-zip.ts';
import { checkPdfStreams } from '../check-streams.ts';
import { MAX_PDF_PAGES, selectPdfPages } from '../select-pdf-pages.ts';
import { type OperationOptions, operationOptions } from './operation-options.ts';
import { changeArguments, toQpdfRange } from './qpdf-arguments.ts';
import { repairPdf } from './repair-pdf.ts';
import { watermarkPdf } from './watermark.ts';

const pageList = z.object({ pages: z.array(z.unknown()) });

function countPages(qpdf: Qpdf, path: string, password: string | undefined): number {
  const listed = qpdf.run('--json=2', '--json-key=pages', ...passwordArgument(password), path, '/pages.json');
  if (listed === 'wrong_password') throw encryptedPdf(password !== undefined, undefined);
  if (listed === 'failed') throw new EngineRefusal(corruptPdf());
  const { pages } = pageList.parse(JSON.parse(Buffer.from(qpdf.get('/pages.json')).toString()));
  if (pages.length === 0) throw new EngineRefusal(corruptPdf());
  return pages.length;
}

/** A file as qpdf can read it. */
async function openFile(qpdf: Qpdf, path: string, bytes: Uint8Array, password: string | undefined) {
  qpdf.put(path, bytes);
  try {
    return { path, count: countPages(qpdf, path, password), isRepaired: false };
  } catch (error) {
    const mended = error instanceof EngineRefusal ? await repairPdf(bytes) : undefined;
    if (mended === undefined) throw error;
    qpdf.put(path, mended);
    return { path, count: countPages(qpdf, path, password), isRepaired: true };
  }
}

const repaired = 'The file was damaged; what could be repaired was. Compare the result with the original.';

const zipFile = { mimeType: 'application/zip', extension: 'zip' };

/** Writes a file whose identifier is made of what is in it, which an encrypted one cannot have. */
function writeFile(qpdf: Qpdf, ...args: string[]): QpdfOutcome {
  const outcome = qpdf.run('--deterministic-id', ...args);
  return outcome === 'failed' ? qpdf.run(...args) : outcome;
}

/** Cuts the result into parts, each a file of a zip. */
function splitResult(qpdf: Qpdf, options: OperationOptions, pages: number): Uint8Array {
  // A result that was encrypted opens with what it was encrypted with.
  const password = options.user_password ?? options.owner_password ?? options.password;
  const every = options.split_every ?? 1;
  const parts =
    options.split_ranges?.map((range) => selectPdfPages(range, pages)) ??
    Array.from({ length: Math.ceil(pages / every) }, (_, part) =>
      Array.from({ length: Math.min(every, pages - part * every) }, (_, page) => part * every + page + 1),
    );
  const digits = String(parts.length).length;
  return makeZip(
    parts.map((numbers, index) => {
      const selection = ['--pages', '.', toQpdfRange(numbers), '--'];
      const outcome = writeFile(
        qpdf,
        '/result.pdf',
        ...passwordArgument(password),
        ...selection,
        '/part.pdf',
      );
      if (outcome !== 'done' && outcome !== 'done_with_warnings') throw new EngineRefusal(corruptPdf());
      return {
        name: `part-${String(index + 1).padStart(Math.max(3, digits), '0')}.pdf`,
        bytes: qpdf.get('/part.pdf'),
      };
    }),
  );
}

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const options = operationOptions.parse(request.options);
  const { password } = options;
  const qpdf = await startQpdf();
  const files: Awaited<ReturnType<typeof openFile>>[] = [];
  for (const bytes of [fileContent(content), ...(request.further ?? [])]) {
    checkPdfStreams(bytes);
    files.push(await openFile(qpdf, `/input-${files.length + 1}.pdf`, bytes, password));
  }
  const total = files.reduce((sum, { count }) => sum + count, 0);
  const kept = selectPdfPages(options.pages, total);
  const rotated = selectPdfPages(options.rotate_pages, kept.length);
  const watermark = options.watermark;
  if (watermark !== undefined) {
    const families = fontNames.map((name) => fonts[name].family);
    qpdf.put('/watermark.pdf', watermarkPdf(watermark, options, families));
  }
  // Of each file those of its pages that are kept, counted from the first page of the first file.
  let before = 0;
  const selection = files.flatMap(({ path, count }) => {
    const own = kept.filter((page) => page > before && page <= before + count).map((page) => page - before);
    before += count;
    return own.length === 0 ? [] : [path, ...passwordArgument(password), toQpdfRange(own)];
  });
  const outcome = writeFile(
    qpdf,
    files[0]?.path ?? '',
    ...passwordArgument(password),
    '--pages',
    ...selection,
    '--',
    ...changeArguments(options, rotated, watermark === undefined ? undefined : '/watermark.pdf'),
    '/result.pdf',
  );
  if (outcome !== 'done' && outcome !== 'done_with_warnings') throw new EngineRefusal(corruptPdf());
  const isRepaired = outcome === 'done_with_warnings' || files.some((file) => file.isRepaired);
  const isSplit = options.split_every !== undefined || options.split_ranges !== undefined;
  return {
    content: isSplit ? splitResult(qpdf, options, kept.length) : qpdf.get('/result.pdf'),
    file: isSplit ? zipFile : undefined,
    report: { pages: kept.length, warnings: isRepaired ? [repaired] : [] },
  };
}

/** Work on pdf files as they are: join, split, turn, compress, encrypt, decrypt, mark, repair. */
export const qpdf: Engine = {
  name: 'qpdf',
  package: qpdfPackage,
  edges: [{ from: 'pdf', operation: 'convert', to: 'pdf', takesSeveral: true }],
  options: operationOptions,
  limits: { maxPages: MAX_PDF_PAGES },
  convert,
};
