import { type TreeBlock, textRun } from '../../../../lib/conversions/document/document-tree.ts';
import { paragraph } from '../../office-files.ts';

export const text = (content: string): TreeBlock => ({ kind: 'paragraph', content: [textRun(content)] });

export const numbered = (id: number, depth: number): string =>
  `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`;

export const run = (inside: string): string => `<w:p><w:r>${inside}</w:r></w:p>`;

export const drawing = (graphic: string, alt = ''): string =>
  run(
    `<w:drawing><wp:inline><wp:extent cx="127000" cy="254000"/><wp:docPr id="1" name="x" descr="${alt}"/><a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></wp:inline></w:drawing>`,
  );

export const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(content)}</w:tc>`;
