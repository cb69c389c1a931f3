import * as z from 'zod';
import { ConversionError } from '../../../../errors.ts';
import { fontNames, fonts } from '../../../backends/fonts/fonts.ts';
import { corruptPdf, encryptedPdf } from '../../../backends/pdfium/pdf-errors.ts';
import {
  passwordArgument,
  type Qpdf,
  type QpdfOutcome,
  startQpdf,
  unwrittenPdf,
} from '../../../backends/qpdf/qpdf.ts';
import { EngineRefusal } from '../../../engine/engine.ts';
import type { ConvertRequest, FileResult } from '../../../engine/role.ts';
import { makeZip } from '../../../shared/zip/make-zip.ts';
import type { ArchivedPdf } from '../archive/archive-pdf.ts';
import { checkPdfStreams } from '../check-streams.ts';
import { selectPdfPages } from '../select-pdf-pages.ts';
import type { TextLayer } from '../text-layer/recognize-layer.ts';
import type { OperationOptions, operationOptions } from './operation-options.ts';
import { fileArguments, pageArguments, toQpdfRange } from './qpdf-arguments.ts';
import { repairPdf } from './repair-pdf.ts';
import { watermarkPdf } from './watermark.ts';

const pageList = z.object({ pages: z.array(z.unknown()) });

function countPages(qpdf: Qpdf, path: string, password: string | undefined): number {
  const listed = qpdf.run('--json=2', '--json-key=pages', ...passwordArgument(password), path, '/pages.json');
  if (listed === 'wrong_password') throw encryptedPdf(password !== undefined, undefined);
  if (listed !== 'done' && listed !== 'done_with_warnings') throw unwrittenPdf(listed);
  const { pages } = pageList.parse(JSON.parse(Buffer.from(qpdf.get('/pages.json')).toString()));
  if (pages.length === 0) throw new EngineRefusal(corruptPdf());
  return pages.length;
}

/** Opens a file in qpdf, repaired if necessary. */
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

const repaired =
  'The PDF was damaged and was repaired as far as possible. Compare the result with the original.';

const zipFile = { mimeType: 'application/zip', extension: 'zip' };

/**
 * Writes a file with an identifier derived from its content if possible: encrypted files cannot have one. A line end before
 * `endstream` keeps a PDF/A one (ISO 19005-2, 6.1.7.1).
 */
function writeFile(qpdf: Qpdf, ...args: string[]): QpdfOutcome {
  const outcome = qpdf.run('--deterministic-id', '--newline-before-endstream', ...args);
  return outcome === 'failed' ? qpdf.run('--newline-before-endstream', ...args) : outcome;
}

/** Splits the result into parts and packs them into a ZIP. */
function splitResult(qpdf: Qpdf, options: OperationOptions, pages: number): Uint8Array {
  // An encrypted result opens with its new password.
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
      if (outcome !== 'done' && outcome !== 'done_with_warnings') throw unwrittenPdf(outcome);
      return {
        name: `part-${String(index + 1).padStart(Math.max(3, digits), '0')}.pdf`,
        bytes: qpdf.get('/part.pdf'),
      };
    }),
  );
}

/** Joins PDFs and applies the requested operations. */
export async function rewritePdf(
  input: Uint8Array,
  { options, further = [], onProgress }: ConvertRequest<typeof operationOptions, 'pdf', 'pdf'>,
): Promise<FileResult> {
  const { password, pdf_standard: standard } = options;
  if (standard !== 'none' && (options.user_password ?? options.owner_password) !== undefined) {
    const message = `A PDF that conforms to "${standard}" cannot be encrypted. Omit "pdf_standard", or "user_password" and "owner_password".`;
    throw new ConversionError('unsupported_content', message);
  }
  const qpdf = await startQpdf();
  const files: Awaited<ReturnType<typeof openFile>>[] = [];
  for (const bytes of [input, ...further]) {
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
  // The kept pages of each file. They are numbered through all files.
  let before = 0;
  const selection = files.flatMap(({ path, count }) => {
    const own = kept.filter((page) => page > before && page <= before + count).map((page) => page - before);
    before += count;
    return own.length === 0 ? [] : [path, ...passwordArgument(password), toQpdfRange(own)];
  });
  const source = [files[0]?.path ?? '', ...passwordArgument(password), '--pages', ...selection, '--'];
  let layer: TextLayer | undefined;
  if (options.searchable) {
    const joined = qpdf.run(...source, '--decrypt', '/joined.pdf');
    if (joined !== 'done' && joined !== 'done_with_warnings') throw unwrittenPdf(joined);
    const { recognizeLayer } = await import('../text-layer/recognize-layer.ts');
    layer = await recognizeLayer(qpdf.get('/joined.pdf'), options.ocr_languages, onProgress);
    qpdf.remove('/joined.pdf');
    if (layer !== undefined) qpdf.put('/text-layer.pdf', layer.bytes);
  }
  const overlays = {
    watermark: watermark === undefined ? undefined : '/watermark.pdf',
    textLayer: layer === undefined ? undefined : { path: '/text-layer.pdf', pages: layer.pages },
  };
  let archived: ArchivedPdf | undefined;
  let outcome: QpdfOutcome;
  if (standard === 'none')
    outcome = writeFile(
      qpdf,
      ...source,
      ...pageArguments(options, rotated, overlays),
      ...fileArguments(options),
      '/result.pdf',
    );
  else {
    const pages = writeFile(
      qpdf,
      ...source,
      ...pageArguments(options, rotated, overlays),
      '--decrypt',
      '--object-streams=disable',
      // What PDF/A forbids of images is then in their dictionaries.
      '--externalize-inline-images',
      '--ii-min-bytes=0',
      '/pages.pdf',
    );
    if (pages !== 'done' && pages !== 'done_with_warnings') throw unwrittenPdf(pages);
    const { archivePdf } = await import('../archive/archive-pdf.ts');
    archived = await archivePdf(qpdf.get('/pages.pdf'), standard);
    qpdf.put('/pages.pdf', archived.bytes);
    outcome = writeFile(qpdf, '/pages.pdf', ...fileArguments(options), '/result.pdf');
  }
  if (outcome !== 'done' && outcome !== 'done_with_warnings') throw unwrittenPdf(outcome);
  const isRepaired = outcome === 'done_with_warnings' || files.some((file) => file.isRepaired);
  const isSplit = options.split_every !== undefined || options.split_ranges !== undefined;
  return {
    bytes: isSplit ? splitResult(qpdf, options, kept.length) : qpdf.get('/result.pdf'),
    file: isSplit ? zipFile : undefined,
    pages: kept.length,
    ...(layer === undefined ? {} : { ocr_pages: layer.pages.length }),
    fonts_substituted: archived?.fontsSubstituted ?? [],
    warnings: [...(isRepaired ? [repaired] : []), ...(layer?.warnings ?? []), ...(archived?.warnings ?? [])],
  };
}
