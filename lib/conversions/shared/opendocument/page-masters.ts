import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import type { PageParts, PageSetup } from '../../document/page-layout.ts';
import { createPageFurniture, type PageFurniture } from '../wordprocessing/page-furniture.ts';
import { childOf, integerOf, type XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { pointsOf } from './lengths.ts';
import { masterElements } from './master-elements.ts';

type Setup = PageSetup<TreeBlock>;

// A4 with margins of 2 cm, LibreOffice's default.
const WIDTH = 595.3;
const HEIGHT = 841.9;
const MARGIN = 56.7;

/** The pages of a document by the name of their master page; the empty name is the first one. */
export type PageMasters = ReadonlyMap<string, Setup>;

/** Height of a header or footer with its distance from the text. */
function partHeight(style: XmlElement | undefined, isShown: boolean): number {
  if (!isShown) return 0;
  const attributes = childOf(style, 'style:header-footer-properties')?.attributes ?? {};
  return pointsOf(attributes['fo:min-height'] ?? attributes['svg:height']) ?? 0;
}

function setupOf(
  layout: XmlElement | undefined,
  header: PageParts<TreeBlock> | undefined,
  footer: PageParts<TreeBlock> | undefined,
): Setup {
  const attributes = childOf(layout, 'style:page-layout-properties')?.attributes ?? {};
  const side = (name: string): number =>
    pointsOf(attributes[`fo:margin-${name}`] ?? attributes['fo:margin']) ?? MARGIN;
  const columns = childOf(childOf(layout, 'style:page-layout-properties'), 'style:columns');
  const count = integerOf(columns, 'fo:column-count') ?? 1;
  return {
    width: pointsOf(attributes['fo:page-width']) ?? WIDTH,
    height: pointsOf(attributes['fo:page-height']) ?? HEIGHT,
    margins: {
      top: side('top') + partHeight(childOf(layout, 'style:header-style'), header !== undefined),
      right: side('right'),
      bottom: side('bottom') + partHeight(childOf(layout, 'style:footer-style'), footer !== undefined),
      left: side('left'),
    },
    columns: count > 1 ? { count, gap: pointsOf(columns?.attributes['fo:column-gap']) ?? 0 } : undefined,
    start: 'page',
    header,
    footer,
    headerDistance: side('top'),
    footerDistance: side('bottom'),
    firstPageNumber: integerOf(childOf(layout, 'style:page-layout-properties'), 'style:first-page-number'),
  };
}

/** The headers and footers of pages. */
export function mastersFurniture(masters: PageMasters): PageFurniture {
  const furniture = createPageFurniture();
  for (const setup of masters.values())
    for (const kind of ['header', 'footer'] as const) {
      const { default: usual, first, even } = setup[kind] ?? {};
      for (const blocks of [first, usual, even]) furniture.add(kind, blocks ?? []);
    }
  return furniture;
}

/** Reads the master pages of `styles.xml` with their headers and footers. OpenDocument 1.3, part 3, 16.9. */
export function readPageMasters(context: OdfContext): PageMasters {
  const root = context.odf.optionalPart('styles.xml');
  const elements = masterElements(root);

  const blocksOf = (master: XmlElement | undefined, name: string): readonly TreeBlock[] | undefined => {
    const part = childOf(master, name);
    if (part === undefined || part.attributes['style:display'] === 'false') return undefined;
    return assembleBlocks(context.readBlocks(part, context));
  };
  const masters = new Map<string, Setup>();
  for (const [name, { master, layout }] of elements) {
    const nextName = master.attributes['style:next-style-name'];
    const next = nextName === undefined || nextName === name ? undefined : elements.get(nextName)?.master;
    const parts = (kind: 'header' | 'footer'): PageParts<TreeBlock> | undefined => {
      const own = blocksOf(master, `style:${kind}`);
      // A master page that another one follows is for one page.
      const usual = next === undefined ? own : blocksOf(next, `style:${kind}`);
      const first = next === undefined ? blocksOf(master, `style:${kind}-first`) : (own ?? []);
      const even = blocksOf(next ?? master, `style:${kind}-left`);
      return usual === undefined && even === undefined && (first === undefined || first.length === 0)
        ? undefined
        : { default: usual, first, even };
    };
    const setup = setupOf(layout, parts('header'), parts('footer'));
    masters.set(name, setup);
  }
  const first =
    masters.get('Standard') ?? masters.values().next().value ?? setupOf(undefined, undefined, undefined);
  masters.set('', first);
  return masters;
}
