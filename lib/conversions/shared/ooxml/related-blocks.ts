import type { DocumentBudget } from '../../document/document-limits.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';
import type { XmlElement } from '../xml/element.ts';
import type { OfficePackage } from './open-package.ts';

/** Reads the charts and diagrams that drawings refer to, by a part's relationship `id`. */
export type RelatedBlocks = (
  from: string,
  id: string | undefined,
  toBlocks: (root: XmlElement | undefined) => TreeBlock[],
) => readonly TreeBlock[];

/**
 * Reads each part once, even if many drawings refer to it, but spends its blocks each time. Throws ConversionError
 * `too_complex` beyond the budget.
 */
export function createRelatedBlocks(office: OfficePackage, budget: DocumentBudget): RelatedBlocks {
  const known = new Map<string, readonly TreeBlock[]>();
  return (from, id, toBlocks) => {
    const target = id === undefined ? undefined : office.relationships(from).get(id);
    if (target === undefined || target.isExternal) return [];
    const blocks = known.get(target.target) ?? toBlocks(office.optionalPart(target.target));
    known.set(target.target, blocks);
    spendBlocks(blocks, budget);
    return blocks;
  };
}
