import * as z from 'zod';
import { type DocumentInfo, noInfo } from '../documents/document.ts';
import { withPdfJs } from './pdf-js.ts';

const text = z
  .string()
  .transform((value) => value.replaceAll('\0', '').trim() || null)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const infoSchema = z.object({
  Title: text,
  Author: text,
  Subject: text,
  Keywords: text,
  Creator: text,
  Producer: text,
  CreationDate: text,
  ModDate: text,
  EncryptFilterName: text,
});

const DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/;

/**
 * ISO 8601 UTC of a pdf date (ISO 32000-1, 7.9.4: `D:YYYYMMDDHHmmSSOHH'mm'`, all but the year may be missing, no zone
 * counts as UTC). Null when it is none.
 */
export function parsePdfDate(date: string | null): string | null {
  const match = date === null ? null : DATE.exec(date);
  if (match === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, zh, zm = '00'] =
    match;
  const zone = sign === undefined ? 'Z' : `${sign}${zh}:${zm}`;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** What a pdf's information dictionary says; nothing where it cannot be read. */
export async function readPdfInfo(input: Uint8Array, password: string | undefined): Promise<DocumentInfo> {
  const read = withPdfJs(input, password, async (document) =>
    infoSchema.parse((await document.getMetadata()).info),
  );
  const info = await read.catch(() => undefined);
  if (info === undefined) return noInfo;
  return {
    title: info.Title,
    author: info.Author,
    subject: info.Subject,
    keywords: info.Keywords,
    creator: info.Creator,
    producer: info.Producer,
    created: parsePdfDate(info.CreationDate),
    modified: parsePdfDate(info.ModDate),
    encrypted: info.EncryptFilterName !== null,
    encoding: null,
  };
}
