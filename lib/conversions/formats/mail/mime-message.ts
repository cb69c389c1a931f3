import { type Address, addressParser } from 'postal-mime';
import { appendAll } from '../../base/arrays.ts';
import { declaredEncoding } from '../html/decode-html.ts';
import { type Charsets, createCharsets, type Sample } from './charsets.ts';
import { decodeHeader, encodedWord, parameterText } from './header-words.ts';
import type { MailFile, MailText, Message } from './message.ts';
import { fieldOf, type MimePart, parseMime } from './mime-parts.ts';
import { openSecured } from './signed-content.ts';

const SECURED = /^application\/(?:x-)?pkcs7-mime$/;
// Signed messages in signed messages.
const MAX_SIGNED = 5;
// Character sets that are tried for text without one; more are no message.
const MAX_CHARSETS = 10;
const CALENDAR = 'text/calendar';

const UNVERIFIED = 'The message is signed (S/MIME); the signature was not verified.';
const ENCRYPTED_SMIME =
  'The message, or a part of it, is encrypted (S/MIME) and cannot be read. Decrypt it with your mail program and save it again.';
const ENCRYPTED_PGP =
  'The message, or a part of it, is encrypted (PGP) and cannot be read. Decrypt it with your mail program and save it again.';
const UNOPENED =
  'A part of the message is in an S/MIME file that could not be opened. Open the message with your mail program and save it again.';
const COMPRESSED =
  'A part of the message is compressed (S/MIME) and cannot be read. Open the message with your mail program and save it again.';

const isType = ({ type }: MimePart, ...names: readonly string[]): boolean => names.includes(type.value);
const isAttached = ({ disposition }: MimePart): boolean => disposition.value === 'attachment';
const isBodyText = (part: MimePart, isRoot: boolean): boolean =>
  isType(part, 'text/plain', 'text/html') && (isRoot || !isAttached(part));

/** Puts the message in the place of the file in which it was signed. Adds a warning for each file. */
function openSigned(part: MimePart, warnings: Set<string>, depth = 0): MimePart {
  if (part.parts.length > 0) {
    if (part.type.value === 'multipart/encrypted')
      warnings.add(/pkcs7/i.test(part.type.params.get('protocol') ?? '') ? ENCRYPTED_SMIME : ENCRYPTED_PGP);
    return { ...part, parts: part.parts.map((inner) => openSigned(inner, warnings, depth)) };
  }
  if (!SECURED.test(part.type.value)) return part;
  const { kind, content } = openSecured(part.content);
  if (kind === 'signed' && content !== undefined && depth < MAX_SIGNED) {
    warnings.add(UNVERIFIED);
    const message = openSigned(parseMime(content), warnings, depth + 1);
    return {
      ...message,
      fields: [...part.fields.filter(({ name }) => !name.startsWith('content-')), ...message.fields],
    };
  }
  if (kind === 'encrypted') warnings.add(ENCRYPTED_SMIME);
  else warnings.add(kind === 'compressed' ? COMPRESSED : UNOPENED);
  return part;
}

function* partsOf(part: MimePart): Generator<MimePart> {
  yield part;
  for (const inner of part.parts) yield* partsOf(inner);
}

/** The character sets that a text declares: in its header, and in its page. */
function charsetsOf(part: MimePart): string[] {
  const declared = part.type.params.get('charset');
  const ofPage = isType(part, 'text/html') ? declaredEncoding(part.content) : undefined;
  return [declared, ofPage].filter((charset) => charset !== undefined);
}

function charsetsFor(root: MimePart): Charsets {
  const texts = [...partsOf(root)].filter((part) => isBodyText(part, part === root));
  function* samples(): Generator<Sample> {
    for (const part of partsOf(root))
      for (const { value } of part.fields) yield { bytes: Buffer.from(value, 'latin1'), charsets: [] };
    for (const part of texts) yield { bytes: part.content, charsets: charsetsOf(part) };
  }
  return createCharsets([...new Set(texts.flatMap(charsetsOf))].slice(0, MAX_CHARSETS), samples);
}

/** The text of a part as its message shows it. */
function textOf(part: MimePart, charsets: Charsets): MailText {
  const text = charsets.decode(part.content, charsetsOf(part));
  if (isType(part, 'text/html')) return { kind: 'html', text };
  const { params } = part.type;
  const isFlowed = params.get('format')?.toLowerCase() === 'flowed';
  return {
    kind: 'text',
    text,
    ...(isFlowed ? { flow: { deletesBlank: params.get('delsp')?.toLowerCase() === 'yes' } } : {}),
  };
}

const SUMMARY = /^SUMMARY(?:;[^:\n]{0,200})?:([^\n]{1,200})/m;

/** The file of an appointment is named after it, because mail programs give it no name. */
function calendarName(content: Uint8Array, charsets: Charsets, part: MimePart): string {
  const text = charsets.decode(content, charsetsOf(part)).replaceAll(/\r?\n[ \t]/g, '');
  const summary = SUMMARY.exec(text)?.[1]
    ?.replaceAll(/\\([,;\\])/g, '$1')
    .trim();
  return `${summary ?? 'appointment'}.ics`;
}

// The header of a message is at its start.
const SUBJECT_WITHIN = 64 * 1024;

/** The subject of a message on one line, which is its name among the files of another message. */
function subjectOfFile(content: Uint8Array): string | undefined {
  const message = parseMime(content.subarray(0, SUBJECT_WITHIN));
  const subject = decodeHeader(fieldOf(message, 'subject') ?? '', charsetsFor(message));
  return subject.replaceAll(/\s+/g, ' ').trim() || undefined;
}

function nameOf(part: MimePart, charsets: Charsets): string | null {
  const name =
    parameterText(part.disposition.params, 'filename', charsets) ??
    parameterText(part.type.params, 'name', charsets);
  if (name !== undefined && name !== '') return name;
  if (isType(part, 'message/rfc822', 'message/global')) return subjectOfFile(part.content) ?? null;
  return isType(part, CALENDAR) ? calendarName(part.content, charsets, part) : null;
}

function fileOf(part: MimePart, charsets: Charsets, isForwarded: boolean): MailFile {
  const id = fieldOf(part, 'content-id')?.replaceAll(/^<|>$/g, '');
  const location = fieldOf(part, 'content-location');
  return {
    filename: nameOf(part, charsets),
    mimeType: part.type.value,
    ...(id === undefined ? {} : { contentId: id }),
    ...(location === undefined ? {} : { location }),
    ...(isForwarded ? { isForwarded } : {}),
    content: part.content,
  };
}

const isBlank = ({ text }: MailText): boolean => text.trim() === '';
const hasPage = (texts: readonly MailText[]): boolean =>
  texts.some((text) => text.kind === 'html' && !isBlank(text));

/** The texts and the files of a message. */
function contentOf(root: MimePart, charsets: Charsets) {
  const files: MailFile[] = [];
  // What a report encloses is evidence: the message that could not be delivered, or only its header.
  function collect(part: MimePart, isAlternative: boolean, isReport: boolean): MailText[] {
    if (part.parts.length > 0) {
      const isChoice = isType(part, 'multipart/alternative');
      const inReport = isReport || isType(part, 'multipart/report');
      const each = part.parts.map((inner) => collect(inner, isChoice, inReport));
      if (!isChoice) return each.flat();
      // The last one is the richest (RFC 2046, 5.1.4).
      return each.findLast(hasPage) ?? each.findLast((texts) => texts.some((text) => !isBlank(text))) ?? [];
    }
    if (isBodyText(part, part === root)) return [textOf(part, charsets)];
    const isOtherText = isAlternative && part.type.value.startsWith('text/') && !isAttached(part);
    if (!isOtherText || isType(part, CALENDAR))
      files.push(fileOf(part, charsets, !isReport && isType(part, 'message/rfc822', 'message/global')));
    return [];
  }
  const texts = collect(root, false, false);
  return { texts, files };
}

function addressesOf(root: MimePart, name: string, charsets: Charsets): Address[] {
  const addresses: Address[] = [];
  for (const field of root.fields) {
    if (field.name === name)
      appendAll(addresses, addressParser(decodeHeader(field.value, charsets, encodedWord)));
  }
  return addresses;
}

const PGP_MESSAGE = /^-----BEGIN PGP MESSAGE-----/m;

/** Reads a message of MIME parts. Throws ConversionError `too_complex`. */
export function readMimeMessage(bytes: Uint8Array): Message {
  const warnings = new Set<string>();
  const root = openSigned(parseMime(bytes), warnings);
  const charsets = charsetsFor(root);
  const { texts, files } = contentOf(root, charsets);
  if (texts.some(({ text }) => PGP_MESSAGE.test(text))) warnings.add(ENCRYPTED_PGP);
  const [from] = addressesOf(root, 'from', charsets);
  const date = fieldOf(root, 'date');
  const others = (name: string): Address[] => {
    const people = addressesOf(root, name, charsets);
    return people.length === 1 && people[0]?.address === from?.address ? [] : people;
  };
  return {
    ...(from === undefined ? {} : { from }),
    to: addressesOf(root, 'to', charsets),
    cc: addressesOf(root, 'cc', charsets),
    sender: others('sender'),
    replyTo: others('reply-to'),
    subject: decodeHeader(fieldOf(root, 'subject') ?? '', charsets),
    ...(date === undefined ? {} : { date }),
    texts,
    files,
    warnings: [...warnings, ...charsets.warnings()],
  };
}
