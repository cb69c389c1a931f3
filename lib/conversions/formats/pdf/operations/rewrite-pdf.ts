import { fontNames, fonts } from '../../../backends/fonts/fonts.ts';
import { corruptPdf, encryptedPdf } from '../../../backends/pdfium/pdf-errors.ts';
import {
  passwordArgument,
  type Qpdf,
  type QpdfOutcome,
  startQpdf,
  unwrittenPdf,
} from '../../../backends/qpdf/qpdf.ts';
import { appendAll } from '../../../base/arrays.ts';
import { countEach } from '../../../base/count-of.ts';
import { formatPageRanges } from '../../../base/page-ranges.ts';
import { EngineRefusal } from '../../../engine/engine.ts';
import type { ConvertRequest, FileResult } from '../../../engine/role.ts';
import { ConversionError } from '../../../errors.ts';
import { makeZip } from '../../../shared/zip/make-zip.ts';
import type { ArchivedPdf } from '../archive/archive-pdf.ts';
import { checkPdfStreams } from '../check-streams.ts';
import { selectPdfPages } from '../select-pdf-pages.ts';
import type { TextLayer } from '../text-layer/recognize-layer.ts';
import { type Claim, claimWarning } from './claims.ts';
import type { Navigation, Source } from './navigation.ts';
import type { OperationOptions, operationOptions } from './operation-options.ts';
import { fileArguments, pageArguments } from './qpdf-arguments.ts';
import { repairPdf } from './repair-pdf.ts';
import { watermarkPdf } from './watermark.ts';

// The lists of pages that qpdf writes have their bookmarks, so damaged ones would refuse the document.
const PAGE_COUNT = /^\d{1,9}$/m;

function countPages(qpdf: Qpdf, path: string, password: string | undefined): number {
  const outcome = qpdf.run('--show-npages', ...passwordArgument(password), path);
  if (outcome === 'wrong_password') throw encryptedPdf(password !== undefined, undefined);
  if (outcome !== 'done' && outcome !== 'done_with_warnings') throw unwrittenPdf(outcome);
  const count = Number(PAGE_COUNT.exec(qpdf.printed())?.[0] ?? 0);
  if (count === 0) throw new EngineRefusal(corruptPdf());
  return count;
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

const cut =
  'Bookmarks, named destinations and attached files beyond the limits were left out. Check the navigation of the result.';

/** Warns of the scripts and forms of all documents but the first. */
const lostParts = (nouns: readonly string[]): string[] =>
  nouns.length === 0
    ? []
    : [
        `Only the first document keeps its scripts and its XFA form. Left out: ${countEach(nouns).join(', ')}. Send the document that needs them first.`,
      ];

const formless =
  'The XFA form was left out, because it contains the fields of all pages. The fields on the pages are in the result.';

const hasXfaForm = ({ parts }: Navigation): boolean => parts.includes('XFA form');

const isEncrypted = (qpdf: Qpdf, path: string, password: string | undefined): boolean =>
  qpdf.run('--is-encrypted', ...passwordArgument(password), path) === 'done';

const opened =
  'The result is not encrypted, although some of the files are. Pass "user_password" or "owner_password" to encrypt it.';

// The bytes that a signature covers (ISO 32000-1, 12.8.1), which no stream of objects can contain.
const SIGNED = '/ByteRange';

const unsigned =
  'The PDF was signed. The operation invalidates its signatures, so have the result signed again.';

const zipFile = { mimeType: 'application/zip', extension: 'zip' };

/**
 * Writes a file with an identifier derived from its content if possible: encrypted files cannot have one. A line end before
 * `endstream` keeps a PDF/A one (ISO 19005-2, 6.1.7.1).
 */
function writeFile(qpdf: Qpdf, ...args: string[]): QpdfOutcome {
  const outcome = qpdf.run('--deterministic-id', '--newline-before-endstream', ...args);
  return outcome === 'failed' ? qpdf.run('--newline-before-endstream', ...args) : outcome;
}

const contains =
  (text: string) =>
  (bytes: Uint8Array): boolean =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text);

/** The pages of each part of a document. */
function partsOf(options: OperationOptions, pages: number): number[][] {
  const every = options.split_every ?? 1;
  return (
    options.split_ranges?.map((range) => selectPdfPages(range, pages)) ??
    Array.from({ length: Math.ceil(pages / every) }, (_, part) =>
      Array.from(
        { length: Math.min(every, pages - part * every) },
        (_unused, page) => part * every + page + 1,
      ),
    )
  );
}

/** The arguments that encrypt a result as its source is, unless the options change that. */
function keptEncryption(qpdf: Qpdf, path: string, options: OperationOptions): string[] {
  const { decrypt, password, pdf_standard: standard } = options;
  const isChanged =
    decrypt || standard !== 'none' || (options.user_password ?? options.owner_password) !== undefined;
  if (isChanged || !isEncrypted(qpdf, path, password)) return [];
  return [
    `--copy-encryption=${path}`,
    ...(password === undefined ? [] : [`--encryption-file-password=${password}`]),
  ];
}

/** Runs qpdf on a document that it has read before. */
function runAgain(qpdf: Qpdf, args: readonly string[]): void {
  const outcome = writeFile(qpdf, ...args);
  if (outcome !== 'done' && outcome !== 'done_with_warnings') throw unwrittenPdf(outcome);
}

// Plain objects, for the library that reads the result.
const PLAIN = ['--decrypt', '--object-streams=disable'];

/** The numbers of pages in a selection of them, by those in the document; both from 0. */
const placesOf = (numbers: readonly number[], before = 0): Map<number, number> =>
  new Map(numbers.map((number, at) => [number - 1, before + at]));

/** Reads what leads to the pages of a document. */
async function navigationOf(bytes: Uint8Array): Promise<Navigation> {
  const { openPdf } = await import('../archive/pdf-file.ts');
  const { readNavigation } = await import('./navigation.ts');
  return readNavigation(await openPdf(bytes));
}

/** Cuts pages out of a document in qpdf's file system. Nothing of the other pages is in the result. */
async function cutPages(qpdf: Qpdf, path: string, navigation: Navigation, numbers: readonly number[]) {
  const { openPdf } = await import('../archive/pdf-file.ts');
  const { assemblePages } = await import('./assemble-pages.ts');
  runAgain(qpdf, [path, '--pages', '.', formatPageRanges(numbers), '--', ...PLAIN, '/cut.pdf']);
  const file = await openPdf(qpdf.get('/cut.pdf'));
  return { file, keepsTags: assemblePages(file, [{ navigation, pages: placesOf(numbers) }], true) };
}

/**
 * Splits a document into parts and packs them into a ZIP. Nothing of other parts is in any of them.
 *
 * qpdf reads the whole file for each cut, so each part is cut from a group of parts, which is small: splitting 2,000 pages takes
 * 10 s instead of minutes.
 */
async function splitResult(
  qpdf: Qpdf,
  whole: Uint8Array,
  parts: readonly (readonly number[])[],
  writing: readonly string[],
): Promise<{ bytes: Uint8Array; removed: Claim[]; losesForm: boolean }> {
  const { removeClaims } = await import('./claims.ts');
  const { savePdf } = await import('../archive/pdf-file.ts');
  const { readNavigation } = await import('./navigation.ts');
  const navigation = await navigationOf(whole);
  qpdf.put('/whole.pdf', whole);
  const digits = String(parts.length).length;
  const size = Math.ceil(Math.sqrt(parts.length));
  const files: { name: string; bytes: Uint8Array }[] = [];
  const removed = new Set<Claim>();
  while (files.length < parts.length) {
    const group = parts.slice(files.length, files.length + size);
    const numbers = [...new Set(group.flat())].toSorted((one, other) => one - other);
    const places = placesOf(numbers);
    const { file: joined } = await cutPages(qpdf, '/whole.pdf', navigation, numbers);
    qpdf.put('/group.pdf', await savePdf(joined));
    const joinedNavigation = readNavigation(joined);
    for (const part of group) {
      const own = part.map((number) => (places.get(number - 1) ?? 0) + 1);
      const { file, keepsTags } = await cutPages(qpdf, '/group.pdf', joinedNavigation, own);
      for (const claim of keepsTags ? [] : removeClaims(file, ['PDF/UA'])) removed.add(claim);
      qpdf.put('/part.pdf', await savePdf(file));
      runAgain(qpdf, ['/part.pdf', ...writing, '/result.pdf']);
      files.push({
        name: `part-${String(files.length + 1).padStart(Math.max(3, digits), '0')}.pdf`,
        bytes: qpdf.get('/result.pdf'),
      });
    }
  }
  return { bytes: makeZip(files), removed: [...removed], losesForm: hasXfaForm(navigation) };
}

/** Joins PDFs and applies the requested operations. */
export async function rewritePdf(
  input: Uint8Array,
  {
    options,
    further = [],
    onProgress,
    recognition,
  }: Omit<ConvertRequest<typeof operationOptions, 'pdf', 'pdf'>, 'needs'>,
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
  // The kept pages of each file. They are numbered through all files.
  let before = 0;
  let placed = 0;
  const used = files.flatMap(({ path, count }) => {
    const own = kept.filter((page) => page > before && page <= before + count).map((page) => page - before);
    before += count;
    const pages = placesOf(own, placed);
    placed += own.length;
    return own.length === 0 ? [] : [{ path, own, pages }];
  });
  const selection = used.flatMap(({ path, own }) => [
    path,
    ...passwordArgument(password),
    formatPageRanges(own),
  ]);
  const source = [used[0]?.path ?? '', ...passwordArgument(password), '--pages', ...selection, '--'];
  let layer: TextLayer | undefined;
  let unread: readonly string[] = [];
  if (options.searchable) {
    const joined = qpdf.run(...source, '--decrypt', '/joined.pdf');
    if (joined !== 'done' && joined !== 'done_with_warnings') throw unwrittenPdf(joined);
    const { recognizeLayer } = await import('../text-layer/recognize-layer.ts');
    ({ layer, warnings: unread } = await recognizeLayer(qpdf.get('/joined.pdf'), options.ocr_languages, {
      onProgress,
      recognition,
    }));
    qpdf.remove('/joined.pdf');
    if (layer !== undefined) qpdf.put('/text-layer.pdf', layer.bytes);
  }
  const textLayer = layer === undefined ? undefined : { path: '/text-layer.pdf', pages: layer.pages };
  const changes = pageArguments(options, rotated, textLayer);
  const isSplit = options.split_every !== undefined || options.split_ranges !== undefined;
  const parts = isSplit ? partsOf(options, kept.length) : [];
  const isPart = kept.length < total;
  const isJoined = used.length > 1;
  const isLocked = (options.user_password ?? options.owner_password) !== undefined;
  // PDF/A-1 has neither transparency nor streams of objects.
  const breaksFirstPart = watermark !== undefined || options.compress !== 'none';
  // The metadata of PDF/A-1 is not compressed.
  const mayClaim = [input, ...further].some(contains('http://www.aiim.org/pdfa/ns/id/'));
  const isPlain =
    standard === 'none' &&
    !isSplit &&
    !isPart &&
    !isJoined &&
    !isLocked &&
    watermark === undefined &&
    !(breaksFirstPart && mayClaim) &&
    layer === undefined;
  const encryption = isPlain ? [] : keptEncryption(qpdf, used[0]?.path ?? '', options);
  const writing = [...fileArguments(options), ...encryption];
  let archived: ArchivedPdf | undefined;
  let removed: Claim[] = [];
  let isCut = false;
  let losesForm = false;
  const lost: string[] = [];
  let whole: Uint8Array | undefined;
  let outcome: QpdfOutcome = 'done';
  if (isPlain) outcome = writeFile(qpdf, ...source, ...changes, ...writing, '/result.pdf');
  else {
    const { openPdf, savePdf } = await import('../archive/pdf-file.ts');
    outcome = writeFile(
      qpdf,
      ...source,
      ...changes,
      ...PLAIN,
      // What PDF/A forbids of images is then in their dictionaries.
      ...(standard === 'none' ? [] : ['--externalize-inline-images', '--ii-min-bytes=0']),
      '/pages.pdf',
    );
    if (outcome !== 'done' && outcome !== 'done_with_warnings') throw unwrittenPdf(outcome);
    const file = await openPdf(qpdf.get('/pages.pdf'));
    if (watermark !== undefined) {
      const { markPages } = await import('./mark-pages.ts');
      const families = fontNames.map((name) => fonts[name].family);
      await markPages(file, watermarkPdf(watermark, options, families), 'Watermark');
    }
    const { claimsOf, removeClaims } = await import('./claims.ts');
    let keepsTags = true;
    if (isPart || isJoined) {
      const { assemblePages } = await import('./assemble-pages.ts');
      const sources: Source[] = [];
      for (const { path, pages } of used) {
        runAgain(qpdf, [path, ...passwordArgument(password), ...PLAIN, '/source.pdf']);
        const navigation = await navigationOf(qpdf.get('/source.pdf'));
        isCut ||= navigation.isCut;
        if (sources.length > 0) appendAll(lost, navigation.parts);
        sources.push({ navigation, pages });
      }
      const isClaimed = ({ navigation }: Source): boolean =>
        !isJoined || claimsOf(navigation.file).get('PDF/UA') === '1';
      keepsTags = assemblePages(file, sources, isPart) && sources.every(isClaimed);
      losesForm = isPart && sources.slice(0, 1).some(({ navigation }) => hasXfaForm(navigation));
    }
    const isChanged = isJoined || isLocked || layer !== undefined;
    const losesArchive = isChanged || (breaksFirstPart && claimsOf(file).get('PDF/A') === '1');
    removed = removeClaims(file, [
      ...(losesArchive ? (['PDF/A'] as const) : []),
      ...(layer !== undefined || !keepsTags ? (['PDF/UA'] as const) : []),
    ]);
    whole = await savePdf(file);
    if (standard !== 'none') {
      const { archivePdf } = await import('../archive/archive-pdf.ts');
      archived = await archivePdf(whole, standard);
      whole = archived.bytes;
      removed = removed.filter((claim) => claim !== 'PDF/A');
    }
    if (!isSplit) {
      qpdf.put('/pages.pdf', whole);
      runAgain(qpdf, ['/pages.pdf', ...writing, '/result.pdf']);
    }
  }
  if (outcome !== 'done' && outcome !== 'done_with_warnings') throw unwrittenPdf(outcome);
  const isRepaired = outcome === 'done_with_warnings' || files.some((file) => file.isRepaired);
  const isOpened =
    isJoined &&
    !isLocked &&
    !options.decrypt &&
    standard === 'none' &&
    encryption.length === 0 &&
    used.some(({ path }) => isEncrypted(qpdf, path, password));
  const split = isSplit && whole !== undefined ? await splitResult(qpdf, whole, parts, writing) : undefined;
  return {
    bytes: split?.bytes ?? qpdf.get('/result.pdf'),
    file: isSplit ? zipFile : undefined,
    pages: kept.length,
    ...(layer === undefined ? {} : { ocr_pages: layer.pages.length }),
    fonts_substituted: archived?.fontsSubstituted ?? [],
    warnings: [
      ...(isRepaired ? [repaired] : []),
      ...([input, ...further].some(contains(SIGNED)) ? [unsigned] : []),
      ...unread,
      ...(archived?.warnings ?? []),
      ...(isCut ? [cut] : []),
      ...lostParts(lost),
      ...(losesForm || split?.losesForm === true ? [formless] : []),
      ...(isOpened ? [opened] : []),
      ...claimWarning([...new Set([...removed, ...(split?.removed ?? [])])]),
    ],
  };
}
