import type { DocumentTree } from '../document/document-tree.ts';
import type { Workbook } from '../workbook/workbook.ts';
import type { Content } from './engine.ts';

/** Returns the bytes of a file. Throws TypeError for a hub: the router has combined the wrong edges. */
export function fileContent(content: Content): Uint8Array {
  if (content instanceof Uint8Array) return content;
  throw new TypeError(`Expected a file, got a ${content.hub}.`);
}

/** Returns a document. Throws TypeError for any other content. */
export function documentContent(content: Content): DocumentTree {
  if (!(content instanceof Uint8Array) && content.hub === 'document') return content;
  throw new TypeError('Expected a document.');
}

/** Returns a workbook. Throws TypeError for any other content. */
export function workbookContent(content: Content): Workbook {
  if (!(content instanceof Uint8Array) && content.hub === 'workbook') return content;
  throw new TypeError('Expected a workbook.');
}
