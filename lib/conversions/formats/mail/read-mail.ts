import type { Attachment, Email } from 'postal-mime';
import { ConversionError } from '../../../errors.ts';
import { noInfo } from '../../document/document-info.ts';
import type { Target } from '../../engine/engine.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import type { Format } from '../../formats.ts';
import { readChecked } from '../../shared/compound-file/open-compound.ts';
import { pageResult } from '../html/page-result.ts';
import {
  attachedFile,
  attachmentBlocks,
  authorOf,
  type Body,
  bodyOf,
  headerBlocks,
  type Message,
  subjectOf,
  timeOf,
} from './message.ts';
import { readMsg } from './read-msg.ts';

// Parts in parts: forwarded messages, each with a body of two alternatives.
const MAX_NESTING = 50;
const MAX_HEADER_BYTES = 1024 * 1024;

const damaged = (cause: unknown): ConversionError =>
  new ConversionError('corrupt_document', 'The message is damaged and cannot be read. Save it again.', {
    cause,
  });

/**
 * Gives each part of a saved page its address (RFC 2557, 4.2) as its identifier, by which the library knows it. Only
 * header lines of that name change.
 */
const withAddresses = (page: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(page.buffer, page.byteOffset, page.byteLength)
      .toString('latin1')
      .replaceAll(/^Content-Location:[ \t]*(\S+)/gim, '$&\r\nContent-ID: <$1>'),
    'latin1',
  );

async function parse(bytes: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  try {
    return await PostalMime.parse(bytes, {
      maxNestingDepth: MAX_NESTING,
      maxHeadersSize: MAX_HEADER_BYTES,
      forceRfc822Attachments: true,
    });
  } catch (error) {
    throw damaged(error);
  }
}

// The header of a message is at its start.
const SUBJECT_WITHIN = 64 * 1024;

/** Gives a message that comes with a message its subject as its name, if it has no other. */
async function withSubject(part: Attachment): Promise<Attachment> {
  if (part.mimeType !== 'message/rfc822' || (part.filename ?? '') !== '') return part;
  const inside = typeof part.content === 'string' ? Buffer.from(part.content) : new Uint8Array(part.content);
  const subject = await parse(inside.subarray(0, SUBJECT_WITHIN)).then(subjectOf, () => null);
  return { ...part, filename: subject };
}

/** A message as a document: who wrote it to whom and when, what it says, and a list of its attachments. */
function messageDocument(
  fileType: Format,
  message: Message,
  { blocks, notes, language, shown, images }: Body,
): DocumentResult {
  const attachments = message.attachments.filter((part) => !shown.has(part)).map(attachedFile);
  const result = pageResult(
    {
      fileType,
      info: { ...noInfo, title: subjectOf(message), author: authorOf(message), created: timeOf(message) },
      language,
      blocks: [...headerBlocks(message), ...blocks, ...attachmentBlocks(attachments)],
      notes,
    },
    images,
    [],
  );
  return { ...result, tree: { ...result.tree, attachments } };
}

/** A web page that was saved as a message. */
function savedPage(email: Email, { info, ...body }: Body): DocumentResult {
  const { blocks, notes, language, images } = body;
  const own = {
    ...info,
    title: info.title ?? subjectOf(email),
    author: authorOf(email),
    created: timeOf(email),
  };
  return pageResult({ fileType: 'mhtml', info: own, language, blocks, notes }, images, []);
}

function withContent(result: DocumentResult, target: Target | undefined): DocumentResult {
  if (result.tree.blocks.length === 0 && target?.to !== 'metadata')
    throw new ConversionError('empty_document', 'The message contains no text. Save it again.');
  return result;
}

/** Reads a message or a saved page of MIME parts. Throws ConversionError `corrupt_document` or `empty_document`. */
export async function readMime(
  bytes: Uint8Array,
  from: 'eml' | 'mhtml',
  target: Target | undefined,
): Promise<DocumentResult> {
  const isPage = from === 'mhtml';
  const email = await parse(isPage ? withAddresses(bytes) : bytes);
  const body = await bodyOf(email, target);
  if (isPage) return withContent(savedPage(email, body), target);
  const attachments = await Promise.all(email.attachments.map(withSubject));
  return withContent(messageDocument(from, { ...email, attachments }, body), target);
}

/** The text of a message in RTF; undefined if it cannot be read. */
async function rtfBody(rtf: Uint8Array, target: Target | undefined): Promise<Body | undefined> {
  const { readRtf } = await import('../rtf/read-rtf.ts');
  try {
    const { tree, warnings } = readRtf(rtf, target);
    const { blocks, notes, images } = tree;
    if (blocks.length === 0) return undefined;
    return {
      blocks,
      notes,
      info: noInfo,
      language: undefined,
      shown: new Set(),
      images: { images, warnings: () => [...(warnings ?? [])] },
    };
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

/** Reads a message of Outlook. Throws ConversionError `corrupt_document` or `empty_document`. */
export async function readOutlook(bytes: Uint8Array, target: Target | undefined): Promise<DocumentResult> {
  const { message, rtf } = readChecked(() => readMsg(bytes));
  const formatted = rtf === undefined ? undefined : await rtfBody(rtf, target);
  const body = formatted ?? (await bodyOf(message, target));
  return withContent(messageDocument('msg', message, body), target);
}
