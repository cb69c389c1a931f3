import type { Address } from 'postal-mime';
import { openStorage, type Storage } from '../../shared/compound-file/open-compound.ts';
import { declaredEncoding } from '../html/decode-html.ts';
import { type Charsets, createCharsets, type Sample } from './charsets.ts';
import { unpackRtf } from './compressed-rtf.ts';
import type { MailFile, MailText, OutlookMessage } from './message.ts';
import { readMimeMessage } from './mime-message.ts';

// Outlook messages ([MS-OXMSG]): a stream for each property, named by its tag ([MS-OXPROPS]) and type.

const CLASS = '001A';
const SUBJECT = '0037';
const SENDER_NAME = '0C1A';
const SENDER_ADDRESS = '0C1F';
const SENDER_SMTP = '5D01';
const BODY = '1000';
const HTML = '1013';
const RTF = '1009';
const NAME = '3001';
const ADDRESS = '3003';
const SMTP = '39FE';
const RECIPIENT_TYPE = 0x0c15;
const SUBMIT_TIME = 0x0039;
const DELIVERY_TIME = 0x0e06;
const MESSAGE_CODE_PAGE = 0x3ffd;
const PAGE_CODE_PAGE = 0x3fde;
const LONG_FILE_NAME = '3707';
const FILE_NAME = '3704';
const MIME_TYPE = '370E';
const CONTENT_ID = '3712';
const CONTENT = '3701';
const EMBEDDED_MESSAGE = '__SUBSTG1.0_3701000D';

// Types of properties.
const UTF16 = '001F';
const ANSI = '001E';
const BINARY = '0102';

// Bytes before the fixed-length properties of a message, and of its recipients and attachments (2.4.1).
const MESSAGE_HEADER = 32;
const EMBEDDED_HEADER = 24;
const PART_HEADER = 8;
const PROPERTY_BYTES = 16;

const UTF8 = 65001;
const ASCII = 20127;

const CC = 2;
const BCC = 3;

// Internet code pages of Japanese and Korean pages, and the Windows code page of the text beside them.
const ansiPages = new Map([
  [50220, 932],
  [50221, 932],
  [50222, 932],
  [51932, 932],
  [51949, 949],
]);

// Maximum recipients and files; each is a storage.
const MAX_PARTS = 10_000;

// Milliseconds between 1601, the epoch of Windows time, and 1970. Windows counts ticks of 100 ns.
const EPOCH = 11_644_473_600_000;

/** Returns the name of a code page as used in mail. */
function charsetOf(page: number | undefined): string[] {
  if (page === undefined) return [];
  return page === UTF8 ? ['utf-8'] : page === ASCII ? ['us-ascii'] : [`cp${page}`];
}

/** The properties of a message, a recipient or a file. */
function propertiesOf(storage: Storage, headerBytes: number) {
  const fixed = storage.stream('__properties_version1.0') ?? Buffer.alloc(0);
  const places = new Map<number, number>();
  for (let at = headerBytes; at + PROPERTY_BYTES <= fixed.length; at += PROPERTY_BYTES)
    places.set(fixed.readUInt16LE(at + 2), at + 8);
  const number = (tag: number): number | undefined => {
    const at = places.get(tag);
    return at === undefined ? undefined : fixed.readInt32LE(at);
  };
  const stream = (tag: string, type: string): Buffer | undefined =>
    storage.stream(`__substg1.0_${tag}${type}`);
  return {
    number,
    /** Text in a code page; undefined if there is none. */
    narrow: (tag: string) => stream(tag, ANSI),
    binary: (tag: string) => stream(tag, BINARY),
    /** Text in UTF-16 or in the code page of the message; empty if there is none. */
    text: (tag: string, charsets: Charsets): string => {
      const wide = stream(tag, UTF16);
      const narrow = wide === undefined ? stream(tag, ANSI) : undefined;
      const text = wide?.toString('utf16le') ?? (narrow === undefined ? '' : charsets.decode(narrow));
      const end = text.indexOf('\0');
      return end < 0 ? text : text.slice(0, end);
    },
    time: (tag: number): string | undefined => {
      const at = places.get(tag);
      if (at === undefined) return undefined;
      const milliseconds = Number(fixed.readBigUInt64LE(at) / 10_000n) - EPOCH;
      const date = new Date(milliseconds);
      return Number.isNaN(date.getTime()) || milliseconds <= 0 ? undefined : date.toISOString();
    },
  };
}

type Properties = ReturnType<typeof propertiesOf>;

const partsOf = (root: Storage, prefix: string): Storage[] =>
  [...root.storages()]
    .filter(([name]) => name.startsWith(prefix))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, MAX_PARTS)
    .map(([, storage]) => storage);

/** Returns the first internet address. Skips distinguished names of Exchange, which start with a slash. */
const internetAddress = (...addresses: readonly string[]): string =>
  addresses.find((address) => address.includes('@') && !address.startsWith('/')) ?? '';

function recipientsOf(recipients: readonly Properties[], charsets: Charsets) {
  const [to, cc]: [Address[], Address[]] = [[], []];
  for (const person of recipients) {
    const type = person.number(RECIPIENT_TYPE);
    if (type === BCC) continue;
    const name = person.text(NAME, charsets);
    const address = internetAddress(person.text(SMTP, charsets), person.text(ADDRESS, charsets));
    if (name !== '' || address !== '') (type === CC ? cc : to).push({ name, address });
  }
  return { to, cc };
}

function fileOf(storage: Storage, charsets: Charsets): MailFile {
  const file = propertiesOf(storage, PART_HEADER);
  const embedded = storage.storages().get(EMBEDDED_MESSAGE);
  const subject =
    embedded === undefined ? '' : propertiesOf(embedded, EMBEDDED_HEADER).text(SUBJECT, charsets);
  const name =
    file.text(LONG_FILE_NAME, charsets) ||
    file.text(FILE_NAME, charsets) ||
    file.text(NAME, charsets) ||
    subject;
  const contentId = file.text(CONTENT_ID, charsets);
  const mimeType = file.text(MIME_TYPE, charsets) || 'application/octet-stream';
  return {
    filename: name === '' ? null : name,
    mimeType: embedded === undefined ? mimeType : 'application/vnd.ms-outlook',
    ...(contentId === '' ? {} : { contentId }),
    content: Uint8Array.from(file.binary(CONTENT) ?? []),
    ...(embedded === undefined
      ? {}
      : { isForwarded: true, embedded: () => readStorage(embedded, EMBEDDED_HEADER) }),
  };
}

/** Returns the code pages of a message's text: its own, or the code page of its HTML. */
function codePagesOf(properties: Properties): number[] {
  const ofPage = properties.number(PAGE_CODE_PAGE);
  const own = properties.number(MESSAGE_CODE_PAGE) ?? ansiPages.get(ofPage ?? 0) ?? ofPage;
  return own === undefined ? [] : [own];
}

/** Returns the HTML of a message; empty if it has none. */
function pageOf(properties: Properties, charsets: Charsets): string {
  const wide = properties.text(HTML, charsets);
  if (wide !== '') return wide;
  const bytes = properties.binary(HTML);
  if (bytes === undefined) return '';
  const declared = declaredEncoding(bytes);
  return charsets.decode(bytes, [
    ...charsetOf(properties.number(PAGE_CODE_PAGE)),
    ...(declared === undefined ? [] : [declared]),
  ]);
}

const SIGNED_CLASS = /^ipm\.note\.(?:.{0,100}\.)?smime/i;
const OPAQUE = Buffer.from(
  'Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: binary\r\n\r\n',
);
const SEQUENCE = 0x30;

/** Returns the message in the only file of an S/MIME-signed message ([MS-OXOSMIME]). */
function signedMessage(properties: Properties, charsets: Charsets, files: readonly MailFile[]) {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || !SIGNED_CLASS.test(properties.text(CLASS, charsets)))
    return undefined;
  const { content } = file;
  return readMimeMessage(content[0] === SEQUENCE ? Buffer.concat([OPAQUE, content]) : content);
}

function readStorage(root: Storage, headerBytes: number): OutlookMessage {
  const properties = propertiesOf(root, headerBytes);
  const recipients = partsOf(root, '__RECIP_VERSION1.0').map((each) => propertiesOf(each, PART_HEADER));
  function* narrowTexts(): Generator<Sample> {
    const tags = [SUBJECT, SENDER_NAME, BODY, HTML].map((tag) => properties.narrow(tag));
    for (const bytes of [...tags, ...recipients.map((person) => person.narrow(NAME))])
      if (bytes !== undefined) yield { bytes, charsets: [] };
  }
  const charsets = createCharsets(codePagesOf(properties).flatMap(charsetOf), narrowTexts);
  const text = (tag: string): string => properties.text(tag, charsets);
  const name = text(SENDER_NAME);
  const address = internetAddress(text(SENDER_SMTP), text(SENDER_ADDRESS));
  const files = partsOf(root, '__ATTACH_VERSION1.0').map((storage) => fileOf(storage, charsets));
  const html = pageOf(properties, charsets);
  const packed = html === '' ? properties.binary(RTF) : undefined;
  const date = properties.time(SUBMIT_TIME) ?? properties.time(DELIVERY_TIME);
  const own: readonly MailText[] = [
    html === '' ? { kind: 'text', text: text(BODY) } : { kind: 'html', text: html },
  ];
  const signed = signedMessage(properties, charsets, files);
  return {
    message: {
      ...(name === '' && address === '' ? {} : { from: { name, address } }),
      ...recipientsOf(recipients, charsets),
      sender: [],
      replyTo: [],
      subject: text(SUBJECT),
      ...(date === undefined ? {} : { date }),
      texts: signed?.texts ?? own,
      files: signed?.files ?? files,
      warnings: [...(signed?.warnings ?? []), ...charsets.warnings()],
    },
    rtf: packed === undefined || signed !== undefined ? undefined : unpackRtf(packed),
  };
}

/** Reads an Outlook message. Throws ConversionError `corrupt_document` or `too_complex`. */
export const readMsg = (bytes: Uint8Array): OutlookMessage => readStorage(openStorage(bytes), MESSAGE_HEADER);
