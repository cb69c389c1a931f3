import {
  type DocumentTree,
  type TreeBlock,
  textRun,
} from '../../../../lib/conversions/document/document-tree.ts';
import { typstDocument } from '../../../../lib/conversions/formats/pdf/write/from-document.ts';
import { pixel } from '../../document/sample-tree.ts';
import { readPdf } from '../../read-pdf.ts';

export const heading = (level: number, text: string): TreeBlock => ({
  kind: 'heading',
  level,
  content: [textRun(text)],
});

export async function convert(tree: DocumentTree, options: Record<string, unknown> = {}) {
  const { content, report } = await typstDocument.convert(tree, {
    from: 'document',
    operation: 'convert',
    to: 'pdf',
    options,
    filename: 'folder/report.docx',
  });
  if (!(content instanceof Uint8Array)) throw new Error('no file');
  return { bytes: content, report, ...(await readPdf(content)) };
}

export const png = { bytes: pixel, mime_type: 'image/png' } as const;

export const words = 'one two three four five six seven eight nine ten '.repeat(60);
