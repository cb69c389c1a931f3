import type { AttachedFile } from './document-model.ts';
import { type TreeBlock, textRun } from './document-tree.ts';

const KILOBYTE = 1024;

/** The heading of a list of attached files. */
export const attachmentHeading = 'Attachments';

/** The name and type of an attached file, and its size if it is known. */
export const attachmentLine = ({ name, mime_type, bytes }: AttachedFile): string =>
  `${name} (${mime_type}${bytes === 0 ? '' : `, ${Math.ceil(bytes / KILOBYTE)} KB`})`;

/** Returns a list of the attached files. */
export function attachmentBlocks(attachments: readonly AttachedFile[]): TreeBlock[] {
  if (attachments.length === 0) return [];
  return [
    { kind: 'heading', level: 2, content: [textRun(attachmentHeading)] },
    {
      kind: 'list',
      ordered: false,
      items: attachments.map((file) => ({
        blocks: [{ kind: 'paragraph', content: [textRun(attachmentLine(file))] }],
      })),
    },
  ];
}
