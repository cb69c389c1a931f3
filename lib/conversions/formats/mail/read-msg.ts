import type { Address, Attachment } from 'postal-mime';
import { appendAll } from '../../base/arrays.ts';
import { openStorage, type Storage } from '../../shared/compound-file/open-compound.ts';
import { decodeCodePage } from '../../shared/wordprocessing/code-pages.ts';
import { unpackRtf } from './compressed-rtf.ts';
import type { Message } from './message.ts';

// Outlook messages ([MS-OXMSG]): a stream for each property, named by its tag ([MS-OXPROPS]) and type.

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

// Bytes before the properties of fixed length, of a message and of what is in it (2.4.1).
const MESSAGE_HEADER = 32;
const PART_HEADER = 8;
const PROPERTY_BYTES = 16;

const CC = 2;
const BCC = 3;

const WESTERN = 1252;
// Internet code pages of Japanese and Korean pages, and the Windows code page of the text beside them.
const ansiPages = new Map([
  [50220, 932],
  [50221, 932],
  [50222, 932],
  [51932, 932],
  [51949, 949],
]);

// Recipients and files, each a storage.
const MAX_PARTS = 10_000;

// Milliseconds from 1601, in which Windows counts ticks of 100 ns, to 1970.
const EPOCH = 11_644_473_600_000;

/** The properties of a message, a recipient or a file. */
function propertiesOf(storage: Storage, headerBytes: number, codePage = WESTERN) {
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
  const page = number(PAGE_CODE_PAGE) ?? codePage;
  const ownPage = number(MESSAGE_CODE_PAGE) ?? ansiPages.get(page) ?? page;
  return {
    number,
    codePage: ownPage,
    binary: (tag: string) => stream(tag, BINARY),
    /** Text in UTF-16 or in the code page of the message; empty if there is none. */
    text: (tag: string): string => {
      const wide = stream(tag, UTF16);
      const narrow = wide === undefined ? stream(tag, ANSI) : undefined;
      const text = wide?.toString('utf16le') ?? decodeCodePage(narrow ?? Buffer.alloc(0), ownPage);
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

/** An address of the internet; distinguished names of Exchange, which start with a slash, say nothing to people. */
const internetAddress = (...addresses: readonly string[]): string =>
  addresses.find((address) => address.includes('@') && !address.startsWith('/')) ?? '';

function recipientsOf(root: Storage, codePage: number): { to: Address[]; cc: Address[] } {
  const [to, cc]: [Address[], Address[]] = [[], []];
  for (const storage of partsOf(root, '__RECIP_VERSION1.0')) {
    const person = propertiesOf(storage, PART_HEADER, codePage);
    const type = person.number(RECIPIENT_TYPE);
    if (type === BCC) continue;
    const name = person.text(NAME);
    const address = internetAddress(person.text(SMTP), person.text(ADDRESS));
    if (name !== '' || address !== '') (type === CC ? cc : to).push({ name, address });
  }
  return { to, cc };
}

function attachmentOf(storage: Storage, codePage: number): Attachment {
  const file = propertiesOf(storage, PART_HEADER, codePage);
  const embedded = storage.storages().get(EMBEDDED_MESSAGE);
  const subject =
    embedded === undefined ? '' : propertiesOf(embedded, PART_HEADER * 3, codePage).text(SUBJECT);
  const name = file.text(LONG_FILE_NAME) || file.text(FILE_NAME) || file.text(NAME) || subject;
  const contentId = file.text(CONTENT_ID);
  const mimeType = file.text(MIME_TYPE) || 'application/octet-stream';
  return {
    filename: name === '' ? null : name,
    mimeType: embedded === undefined ? mimeType : 'application/vnd.ms-outlook',
    disposition: 'attachment',
    ...(contentId === '' ? {} : { contentId }),
    content: Uint8Array.from(file.binary(CONTENT) ?? []),
  };
}

function pageOf(properties: Properties): string {
  const wide = properties.text(HTML);
  if (wide !== '') return wide;
  const bytes = properties.binary(HTML);
  if (bytes === undefined) return '';
  return decodeCodePage(bytes, properties.number(PAGE_CODE_PAGE) ?? properties.codePage);
}

/** A message of Outlook, and its text in RTF if it has no page. */
export interface OutlookMessage {
  readonly message: Message;
  readonly rtf: Buffer | undefined;
}

/** Reads an Outlook message. Throws ConversionError `corrupt_document`. */
export function readMsg(bytes: Uint8Array): OutlookMessage {
  const root = openStorage(bytes);
  const properties = propertiesOf(root, MESSAGE_HEADER);
  const { text, codePage } = properties;
  const name = text(SENDER_NAME);
  const address = internetAddress(text(SENDER_SMTP), text(SENDER_ADDRESS));
  const attachments: Attachment[] = [];
  appendAll(
    attachments,
    partsOf(root, '__ATTACH_VERSION1.0').map((storage) => attachmentOf(storage, codePage)),
  );
  const html = pageOf(properties);
  const packed = html === '' ? properties.binary(RTF) : undefined;
  const date = properties.time(SUBMIT_TIME) ?? properties.time(DELIVERY_TIME);
  return {
    message: {
      ...(name === '' && address === '' ? {} : { from: { name, address } }),
      ...recipientsOf(root, codePage),
      subject: text(SUBJECT),
      ...(date === undefined ? {} : { date }),
      ...(html === '' ? {} : { html }),
      text: text(BODY),
      attachments,
    },
    rtf: packed === undefined ? undefined : unpackRtf(packed),
  };
}
