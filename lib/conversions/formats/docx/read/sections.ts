import { nameTable } from '../../../base/name-table.ts';
import { assembleBlocks } from '../../../document/assemble-blocks.ts';
import type { Paper, TreeBlock } from '../../../document/document-tree.ts';
import type { PageParts, PageSetup } from '../../../document/page-layout.ts';
import { isOn } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import { type DocxContext, inPart } from './context.ts';
import { pointsIn } from './lengths.ts';

type Setup = PageSetup<TreeBlock>;
type Kind = 'default' | 'first' | 'even';
type References = Readonly<Partial<Record<Kind, string>>>;

// Word's default: Letter with margins of an inch.
const WIDTH = 612;
const HEIGHT = 792;
const INCH = 72;
const DEFAULT_GAP = 36;

const starts: Readonly<Record<string, Setup['start']>> = nameTable({
  continuous: 'continuous',
  nextColumn: 'continuous',
  evenPage: 'even_page',
  oddPage: 'odd_page',
});

/** The size of the pages of a section, if its properties have one (ECMA-376 part 1, 17.6.13). */
export function paperOf(properties: XmlElement | undefined): Paper | undefined {
  const size = childOf(properties, 'w:pgSz');
  const [width, height] = [pointsIn(size, 'w:w'), pointsIn(size, 'w:h')];
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** Reads the page setups of a document's sections in order; a section inherits headers and footers from the one before. */
export function createSetups(
  context: DocxContext,
  hasEvenPages: boolean,
): (properties: XmlElement | undefined) => Setup {
  const parts = new Map<string, readonly TreeBlock[]>();
  let headers: References = {};
  let footers: References = {};

  function blocksOf(id: string | undefined): readonly TreeBlock[] | undefined {
    const target = id === undefined ? undefined : context.office.relationships(context.part).get(id);
    if (target === undefined || target.isExternal) return undefined;
    const known = parts.get(target.target);
    if (known !== undefined) return known;
    const root = context.office.optionalPart(target.target);
    if (root === undefined) return undefined;
    const blocks = assembleBlocks(context.readBlocks(root, inPart(context, target.target)));
    parts.set(target.target, blocks);
    return blocks;
  }

  function referencesOf(properties: XmlElement | undefined, name: string, before: References): References {
    const found: Partial<Record<Kind, string>> = {};
    for (const { name: own, attributes } of elementsOf(properties)) {
      const type = attributes['w:type'] ?? 'default';
      if (own !== name || (type !== 'default' && type !== 'first' && type !== 'even')) continue;
      const id = attributes['r:id'];
      if (id !== undefined) found[type] = id;
    }
    return { ...before, ...found };
  }

  function partsOf(references: References, hasFirst: boolean): PageParts<TreeBlock> | undefined {
    const usual = blocksOf(references.default);
    const first = hasFirst ? (blocksOf(references.first) ?? []) : undefined;
    const even = hasEvenPages ? (blocksOf(references.even) ?? []) : undefined;
    return usual === undefined && first === undefined && even === undefined
      ? undefined
      : { default: usual, first, even };
  }

  return (properties) => {
    const margin = childOf(properties, 'w:pgMar');
    const columns = childOf(properties, 'w:cols');
    const count = integerOf(columns, 'w:num') ?? 1;
    headers = referencesOf(properties, 'w:headerReference', headers);
    footers = referencesOf(properties, 'w:footerReference', footers);
    const hasFirst = isOn(childOf(properties, 'w:titlePg')) === true;
    // A negative margin is one that a header does not enlarge.
    const side = (name: string): number => Math.abs(pointsIn(margin, name) ?? INCH);
    return {
      ...(paperOf(properties) ?? { width: WIDTH, height: HEIGHT }),
      margins: {
        top: side('w:top'),
        right: side('w:right'),
        bottom: side('w:bottom'),
        left: side('w:left') + (pointsIn(margin, 'w:gutter') ?? 0),
      },
      columns: count > 1 ? { count, gap: pointsIn(columns, 'w:space') ?? DEFAULT_GAP } : undefined,
      start: starts[childOf(properties, 'w:type')?.attributes['w:val'] ?? ''] ?? 'page',
      header: partsOf(headers, hasFirst),
      footer: partsOf(footers, hasFirst),
      headerDistance: pointsIn(margin, 'w:header'),
      footerDistance: pointsIn(margin, 'w:footer'),
      firstPageNumber: integerOf(childOf(properties, 'w:pgNumType'), 'w:start'),
      text: context.styles.paragraph(undefined).run.layout,
    };
  };
}
