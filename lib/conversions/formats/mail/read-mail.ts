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
import { readMimeMessage } from './mime-message.ts';
import { readMsg } from './read-msg.ts';

/** A message as a document: who wrote it to whom and when, what it says, and a list of its attachments. */
function messageDocument(
  fileType: Format,
  message: Message,
  { blocks, notes, language, shown, images }: Body,
): DocumentResult {
  const attachments = message.files.filter((file) => !shown.has(file)).map(attachedFile);
  const result = pageResult(
    {
      fileType,
      info: { ...noInfo, title: subjectOf(message), author: authorOf(message), created: timeOf(message) },
      language,
      blocks: [...headerBlocks(message), ...blocks, ...attachmentBlocks(attachments)],
      notes,
    },
    images,
    message.warnings,
  );
  return { ...result, tree: { ...result.tree, attachments } };
}

/** A web page that was saved as a message. */
function savedPage(email: Message, { info, ...body }: Body): DocumentResult {
  const { blocks, notes, language, images } = body;
  const own = {
    ...info,
    title: info.title ?? subjectOf(email),
    author: authorOf(email),
    created: timeOf(email),
  };
  return pageResult({ fileType: 'mhtml', info: own, language, blocks, notes }, images, email.warnings);
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
  const message = readMimeMessage(bytes);
  const body = await bodyOf(message, target);
  return withContent(
    from === 'mhtml' ? savedPage(message, body) : messageDocument(from, message, body),
    target,
  );
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
