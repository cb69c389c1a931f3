import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { Paper } from '../../document/document-tree.ts';
import { createPageFurniture, type PageFurniture } from '../wordprocessing/page-furniture.ts';
import { childOf, type XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { pointsOf } from './lengths.ts';
import { masterElements } from './master-elements.ts';

// A4, LibreOffice's default.
const WIDTH = 595.3;
const HEIGHT = 841.9;

/** The pages of a document. */
export interface PageMasters {
  /** The size of the first page. */
  readonly paper: Paper;
  readonly furniture: PageFurniture;
}

function paperOf(layout: XmlElement | undefined): Paper {
  const attributes = childOf(layout, 'style:page-layout-properties')?.attributes ?? {};
  return {
    width: pointsOf(attributes['fo:page-width']) ?? WIDTH,
    height: pointsOf(attributes['fo:page-height']) ?? HEIGHT,
  };
}

/** Reads the master pages of `styles.xml` with their headers and footers. OpenDocument 1.3, part 3, 16.9. */
export function readPageMasters(context: OdfContext): PageMasters {
  const elements = masterElements(context.odf.optionalPart('styles.xml'));
  const furniture = createPageFurniture();
  for (const [name, { master }] of elements) {
    const nextName = master.attributes['style:next-style-name'];
    const next = nextName === undefined || nextName === name ? undefined : elements.get(nextName)?.master;
    for (const kind of ['header', 'footer'] as const) {
      const part = `style:${kind}`;
      // A master page that another one follows is for one page.
      const parts =
        next === undefined
          ? [childOf(master, `${part}-first`), childOf(master, part), childOf(master, `${part}-left`)]
          : [childOf(master, part), childOf(next, part), childOf(next, `${part}-left`)];
      for (const element of parts)
        if (element !== undefined && element.attributes['style:display'] !== 'false')
          furniture.add(kind, assembleBlocks(context.readBlocks(element, context)));
    }
  }
  const first = elements.get('Standard') ?? elements.values().next().value;
  return { paper: paperOf(first?.layout), furniture };
}
