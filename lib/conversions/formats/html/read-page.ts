import { countEach } from '../../base/count-of.ts';
import type { Needs } from '../../document/needs.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { type Content, h, nodesOf } from './build-elements.ts';
import { createPageImages } from './data-images.ts';
import type { HtmlNode } from './html-node.ts';
import { rawText } from './leaf-elements.ts';
import { leftOutElements } from './left-out-elements.ts';
import { pageResult } from './page-result.ts';
import { linkResolver, readContent } from './read-html.ts';
import { MAX_DEPTH } from './tree-builder.ts';

type Facts = Omit<Parameters<typeof pageResult>[0], 'blocks' | 'notes'>;

/** Replaces elements that are nested too deeply for recursive readers with their text. */
const limitDepth = (node: HtmlNode, depth = 0): HtmlNode =>
  typeof node === 'string'
    ? node
    : depth > MAX_DEPTH
      ? rawText(node)
      : { ...node, children: node.children.map((child) => limitDepth(child, depth + 1)) };

/** Reads a document of another format from the elements of its page. Throws ConversionError `empty_document`. */
export function readAsPage(
  content: Content,
  facts: Facts,
  needs: Needs,
  warnings: readonly string[] = [],
  others: Iterable<string> = [],
): DocumentResult {
  const root = h(
    '',
    nodesOf(content).map((node) => limitDepth(node)),
  );
  const images = createPageImages(needs);
  const resolveLink = linkResolver(undefined, (href) => href);
  const { blocks, notes } = readContent(root, resolveLink, { placeImage: images.placeImage, firstNote: 0 });
  if (blocks.length === 0 && needs.blocks)
    throw new ConversionError('empty_document', 'The document contains no text. Send a file with text.');
  return pageResult({ ...facts, blocks, notes }, images, [
    ...warnings,
    ...leftOutWarning([...countEach(leftOutElements(root)), ...others]),
  ]);
}
