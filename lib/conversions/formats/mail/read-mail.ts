import { noInfo } from '../../document/document-info.ts';
import type { AttachedFile } from '../../document/document-model.ts';
import type { Needs } from '../../document/needs.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import type { Format } from '../../formats.ts';
import { readChecked } from '../../shared/compound-file/open-compound.ts';
import { pageResult } from '../html/page-result.ts';
import {
  attachedFile,
  authorOf,
  type Body,
  bodyOf,
  headerBlocks,
  type MailFile,
  type Message,
  type OutlookMessage,
  subjectOf,
  timeOf,
} from './message.ts';
import { readMimeMessage } from './mime-message.ts';
import { readMsg } from './read-msg.ts';

/** A file of a message that its text does not show. */
export interface UnshownFile {
  readonly file: AttachedFile;
  readonly content: () => Uint8Array | Promise<Uint8Array>;
  /** Whether it is a message that was sent on with this one. */
  readonly isForwarded: boolean;
  /** Opens a message that is no file of its own. */
  readonly open?: (needs: Needs) => Promise<OpenedMessage>;
}

/** A message as a document (who wrote it to whom and when, and what it says), and its files. */
export interface OpenedMessage {
  readonly document: DocumentResult;
  readonly files: readonly UnshownFile[];
}

function unshownFile(file: MailFile): UnshownFile {
  const { content, isForwarded = false, embedded } = file;
  return {
    file: attachedFile(file),
    content: () => content,
    isForwarded,
    ...(embedded === undefined ? {} : { open: (needs) => openOutlookMessage(embedded(), needs) }),
  };
}

function openedMessage(
  format: Format,
  message: Message,
  { blocks, notes, language, shown, images, warnings }: Body,
): OpenedMessage {
  const document = pageResult(
    {
      format,
      metadata: { ...noInfo, title: subjectOf(message), author: authorOf(message), created: timeOf(message) },
      language,
      blocks: [...headerBlocks(message), ...blocks],
      notes,
    },
    images,
    [...message.warnings, ...warnings],
  );
  return { document, files: message.files.filter((file) => !shown.has(file)).map(unshownFile) };
}

/** Opens a message of MIME parts. Throws ConversionError `too_complex`. */
export async function openMime(bytes: Uint8Array, needs: Needs): Promise<OpenedMessage> {
  const message = readMimeMessage(bytes);
  return openedMessage('eml', message, await bodyOf(message, needs));
}

/** Reads a web page that was saved as a message. Throws ConversionError `too_complex` or `empty_document`. */
export async function readSavedPage(bytes: Uint8Array, needs: Needs): Promise<DocumentResult> {
  const message = readMimeMessage(bytes);
  const { metadata, blocks, notes, language, images, warnings } = await bodyOf(message, needs);
  if (blocks.length === 0 && needs.blocks)
    throw new ConversionError('empty_document', 'The saved page contains no text. Save it again.');
  const own = {
    ...metadata,
    title: metadata.title ?? subjectOf(message),
    author: authorOf(message),
    created: timeOf(message),
  };
  return pageResult({ format: 'mhtml', metadata: own, language, blocks, notes }, images, [
    ...message.warnings,
    ...warnings,
  ]);
}

/** The text of a message in RTF; undefined if it cannot be read. */
async function rtfBody(rtf: Uint8Array, needs: Needs): Promise<Body | undefined> {
  const { readRtf } = await import('../rtf/read-rtf.ts');
  try {
    const { tree, warnings } = readRtf(rtf, needs);
    const { blocks, notes, images } = tree;
    if (blocks.length === 0) return undefined;
    return {
      blocks,
      notes,
      metadata: noInfo,
      language: undefined,
      shown: new Set(),
      images: { images, warnings: () => [] },
      warnings: warnings ?? [],
    };
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

async function openOutlookMessage({ message, rtf }: OutlookMessage, needs: Needs): Promise<OpenedMessage> {
  const formatted = rtf === undefined ? undefined : await rtfBody(rtf, needs);
  return openedMessage('msg', message, formatted ?? (await bodyOf(message, needs)));
}

/** Opens a message of Outlook. Throws ConversionError `corrupt_document` or `too_complex`. */
export const openOutlook = async (bytes: Uint8Array, needs: Needs): Promise<OpenedMessage> =>
  await openOutlookMessage(
    readChecked(() => readMsg(bytes)),
    needs,
  );
