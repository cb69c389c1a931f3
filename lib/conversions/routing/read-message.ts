import { attachmentBlocks } from '../document/attachment-blocks.ts';
import type { AttachedFile } from '../document/document-model.ts';
import { needsOfTarget } from '../document/needs.ts';
import type { EngineOutput } from '../engine/engine.ts';
import type { DocumentResult } from '../engine/roles.ts';
import { ConversionError } from '../errors.ts';
import type { OpenedMessage, UnshownFile } from '../formats/mail/read-mail.ts';
import {
  boundedWarnings,
  checkTotal,
  createCollector,
  innerReading,
  MAX_FILES,
  outputOf,
  type Reading,
  readMember,
} from './container-reading.ts';
import { createMemberNames } from './member-names.ts';

// The subject of the message is a heading of level 1.
const FILE_LEVEL = 2;

async function readFile(
  name: string,
  { content, open }: UnshownFile,
  reading: Reading,
): Promise<EngineOutput> {
  if (reading.total.files > MAX_FILES)
    throw new ConversionError(
      'too_complex',
      `The file was not read because the limit is ${MAX_FILES} files. Convert it separately.`,
    );
  checkTotal(reading);
  if (open === undefined) return await readMember(name, await content(), reading);
  const inner = innerReading(reading);
  return outputOf(await readMessage(await open(needsOfTarget(inner.request.target)), inner));
}

/**
 * Completes a message or another document with files: forwarded messages follow its text, and so do its other files if they are to
 * be read. Those that are not read are listed. Throws ConversionError `empty_document` if there is nothing at all.
 */
export async function readMessage(
  { document, files }: OpenedMessage,
  reading: Reading,
): Promise<DocumentResult> {
  const { tree, warnings = [] } = document;
  const { all, add } = createCollector(FILE_LEVEL, tree);
  const nameOf = createMemberNames();
  const listed: AttachedFile[] = [];
  const reasons: string[] = [];
  for (const [index, unshown] of files.entries()) {
    const { file, isForwarded } = unshown;
    if (!isForwarded && reading.attachments === 'list') {
      listed.push(file);
      continue;
    }
    const name = nameOf(file.name) ?? file.name;
    reading.total.files += 1;
    const output = await readFile(name, unshown, reading).catch((error: unknown) => {
      if (error instanceof ConversionError) return error;
      throw error;
    });
    if (output instanceof ConversionError) {
      listed.push(file);
      reasons.push(`${name}: ${output.message}`);
    } else add(name, index + 1, output, !isForwarded);
  }
  const own = [...tree.blocks, ...attachmentBlocks(listed)];
  if (own.length + all.blocks.length === 0 && needsOfTarget(reading.request.target).blocks)
    throw new ConversionError('empty_document', 'The message contains no text. Save it again.');
  const { notes, images, comments, furniture } = all;
  return {
    ...document,
    tree: {
      ...tree,
      blocks: [...own, ...all.blocks],
      notes,
      images,
      comments: [...(tree.comments ?? []), ...comments],
      furniture: [...(tree.furniture ?? []), ...furniture],
      ...(all.sections.length === 0
        ? {}
        : {
            sections: all.sections.map((section) => ({
              ...section,
              first_block: section.first_block + own.length,
            })),
          }),
      attachments: [...files.map(({ file }) => file), ...all.attachments],
    },
    ocr_pages: (document.ocr_pages ?? 0) + all.ocrPages,
    warnings: boundedWarnings([...warnings, ...reasons, ...all.warnings]),
  };
}
