import { nameTable } from '../../base/name-table.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import { defaultTwipPage, pageOfTwips, type TwipPage } from '../../shared/wordprocessing/twip-page.ts';

/** The page of a document, from the words of its header (RTF 1.9.1, "Document Formatting Properties"). */
export interface PageWords {
  readonly word: (name: string, parameter: number | undefined) => void;
  readonly block: () => TreeBlock;
}

const properties: Readonly<Record<string, keyof TwipPage>> = nameTable({
  paperw: 'width',
  paperh: 'height',
  margl: 'left',
  margr: 'right',
  margt: 'top',
  margb: 'bottom',
});

/** The page of a document that is not read yet. */
export function createPageWords(): PageWords {
  const page = { ...defaultTwipPage };
  return {
    word: (name, parameter) => {
      const property = properties[name];
      if (property !== undefined && parameter !== undefined) page[property] = parameter;
    },
    block: () => pageOfTwips(page),
  };
}
