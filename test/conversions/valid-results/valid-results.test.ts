import { EpubCheck } from '@likecoin/epubcheck-ts';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../../lib/conversions/errors.ts';
import { openPdf } from '../../../lib/conversions/formats/pdf/archive/pdf-file.ts';
import { type Format, formats, isFormat } from '../../../lib/conversions/formats.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { formatsTable } from '../../../lib/conversions/routing/formats-table.ts';
import { isLong } from '../../support/long-run.ts';
import { htmlErrors } from './html-errors.ts';
import { officeErrors } from './office-errors.ts';
import { openDocumentErrors } from './open-document-errors.ts';
import { sourceOf, sources } from './sources.ts';

type Validator = (bytes: Uint8Array) => Promise<readonly unknown[]> | readonly unknown[];

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

const bookErrors: Validator = async (bytes) =>
  (await EpubCheck.validate(bytes)).messages.filter(({ severity }) =>
    ['fatal', 'error', 'warning'].includes(severity),
  );

/** A result of several pages or sheets is an archive. */
const filesOf = (bytes: Uint8Array): Uint8Array[] =>
  Buffer.from(bytes.subarray(0, 2)).toString() === 'PK' ? Object.values(unzipSync(bytes)) : [bytes];

const pictureErrors =
  (format: string): Validator =>
  async (bytes) => {
    const found = await Promise.all(filesOf(bytes).map(async (picture) => await sharp(picture).metadata()));
    return found.map((facts) => facts.format).filter((actual) => actual !== format);
  };

const tableErrors: Validator = (bytes) =>
  filesOf(bytes).flatMap((file) => (textOf(file).endsWith('\n') ? [] : ['no line end']));

const openDocument =
  (from: 'odt' | 'ods' | 'odp'): Validator =>
  async (bytes) => {
    const errors = openDocumentErrors(bytes);
    if (!isLong) return errors;
    const { report } = await convert(bytes, { from, to: 'pdf' });
    return [...errors, ...report.tried.filter(({ outcome }) => ['failed', 'refused'].includes(outcome))];
  };

/** What is wrong with a result, by its format. */
const validators: Partial<Readonly<Record<Format, Validator>>> = {
  pdf: async (bytes) => ((await openPdf(bytes)).document.getPageCount() > 0 ? [] : ['no page']),
  text: (bytes) => (textOf(bytes).includes('\0') ? ['a NUL character'] : []),
  markdown: (bytes) => (textOf(bytes).includes('\0') ? ['a NUL character'] : []),
  html: (bytes) => htmlErrors(textOf(bytes)),
  docx: (bytes) => officeErrors(bytes, 'docx'),
  xlsx: (bytes) => officeErrors(bytes, 'xlsx'),
  pptx: (bytes) => officeErrors(bytes, 'pptx'),
  odt: openDocument('odt'),
  ods: openDocument('ods'),
  odp: openDocument('odp'),
  epub: bookErrors,
  csv: tableErrors,
  tsv: tableErrors,
  json: (bytes) => (JSON.parse(textOf(bytes)) === undefined ? ['nothing'] : []),
  rtf: (bytes) =>
    /^\{\\rtf1[\s\S]*\}\s*\0?$/.test(Buffer.from(bytes).toString('latin1')) ? [] : ['not RTF'],
  png: pictureErrors('png'),
  jpeg: pictureErrors('jpeg'),
  webp: pictureErrors('webp'),
  tiff: pictureErrors('tiff'),
  gif: pictureErrors('gif'),
  avif: pictureErrors('heif'),
  svg: (bytes) => {
    const errors: string[] = [];
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', ({ message }) => errors.push(message));
    parser.write(textOf(bytes)).close();
    return errors;
  },
};

// In the files of LibreOffice, parts of lists are in another order than in the schema, and switches are `true` instead of `on`.
const known = [/\/w:numbering\[1\]\//, /\/w:tblHeader\[1\]$/];
const isKnown = (error: unknown): boolean =>
  known.some((pattern) => pattern.test(String(Object(error).xPath)));

/** Formats that nothing here writes. */
const withoutSource: readonly Format[] = ['doc', 'ppt', 'msg', 'ico'];

const pairs = formatsTable()
  .flatMap(({ from, operation, to }) => (operation === 'convert' && isFormat(to) ? [{ from, to }] : []))
  .filter(({ from }) => !withoutSource.includes(from));
// What our own writers make of each hub.
const short: readonly string[] = ['html', 'odt', 'epub'];
const shortPairs = pairs.filter(({ from, to }) => short.includes(to) && ['markdown', 'xlsx'].includes(from));

describe('a result is valid', () => {
  it('has a validator for each target, and a source of each format', () => {
    const targets = new Set(pairs.map(({ to }) => to));
    const all = Object.keys(formats).filter(isFormat);

    expect([...targets].filter((to) => validators[to] === undefined)).toEqual([]);
    expect(all.filter((from) => sources[from] === undefined)).toEqual(withoutSource);
  });

  it.each(isLong ? pairs : shortPairs)('$from to $to', async ({ from, to }) => {
    const result = await convert(await sourceOf(from), { from, to }).catch((error: unknown) => {
      // A document may have nothing for a target, such as no table for csv.
      if (error instanceof ConversionError && ['empty_document', 'unsupported_content'].includes(error.code))
        return undefined;
      throw error;
    });

    if (result === undefined) return;
    const errors = (await validators[to]?.(result.bytes)) ?? [];
    const isOther = result.report.engine.includes('libreoffice');
    expect(errors.filter((error) => !isOther || !isKnown(error))).toEqual([]);
  });
});
