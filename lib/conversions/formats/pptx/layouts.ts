import type { Edges } from '../../shared/geometry/box.ts';
import { type OfficePackage, relatedPart } from '../../shared/ooxml/open-package.ts';
import {
  childOf,
  descend,
  descendants,
  elementsOf,
  integerOf,
  type XmlElement,
} from '../../shared/xml/element.ts';

/** The list marker of a paragraph; `none` if it is not an item. */
export type Bullet = 'none' | 'bullet' | { readonly numberedFrom: number; readonly scheme: string };

/** A placeholder of a layout. ECMA-376 part 1, 19.3.1.36. */
interface Placeholder {
  readonly type: string;
  readonly index: string | undefined;
}

/** Properties that a slide inherits from its layout and master. */
export interface SlideLayout {
  readonly bullet: (placeholder: Placeholder | undefined, level: number) => Bullet | undefined;
  readonly box: (placeholder: Placeholder) => Edges | undefined;
  readonly levels: { readonly layout: LayoutPart; readonly master: LayoutPart };
}

/** A layout or master. */
interface LayoutPart {
  readonly part: string | undefined;
  readonly root: XmlElement | undefined;
}

/** The placeholder that a shape fills; undefined if it fills none. */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  for (const properties of elementsOf(shape)) {
    const found = descend(properties, 'p:nvPr', 'p:ph');
    if (found !== undefined) return { type: found.attributes.type ?? 'obj', index: found.attributes.idx };
  }
  return undefined;
}

/** The list marker in the properties of a paragraph or level; undefined if they have none. */
export function bulletOf(properties: XmlElement | undefined): Bullet | undefined {
  for (const child of elementsOf(properties)) {
    switch (child.name) {
      case 'a:buNone':
        return 'none';
      case 'a:buChar':
      case 'a:buBlip':
        return 'bullet';
      case 'a:buAutoNum':
        return {
          numberedFrom: Math.max(1, integerOf(child, 'startAt') ?? 1),
          scheme: child.attributes.type ?? 'arabicPeriod',
        };
    }
  }
  return undefined;
}

/** The properties of a level (from 0) of a list style. */
export const levelStyle = (style: XmlElement | undefined, level: number): XmlElement | undefined =>
  childOf(style, `a:lvl${level + 1}pPr`);

/** The box of a shape; undefined if it is not specified. */
export function boxOf(shape: XmlElement): Edges | undefined {
  for (const properties of elementsOf(shape)) {
    const transform = properties.name === 'p:xfrm' ? properties : childOf(properties, 'a:xfrm');
    const offset = childOf(transform, 'a:off');
    const extent = childOf(transform, 'a:ext');
    const [left, top] = [integerOf(offset, 'x'), integerOf(offset, 'y')];
    const [width, height] = [integerOf(extent, 'cx'), integerOf(extent, 'cy')];
    if (left !== undefined && top !== undefined && width !== undefined && height !== undefined)
      return { left, top, right: left + width, bottom: top + height };
  }
  return undefined;
}

const titles = ['title', 'ctrTitle'];

/** Whether a placeholder is that of the slide's title. */
export const isTitle = (placeholder: Placeholder | undefined): boolean =>
  placeholder !== undefined && titles.includes(placeholder.type);

const textual = ['obj', 'body', 'tbl', 'chart', 'dgm', 'clipArt', 'media', 'pic'];

/** A master has one placeholder per type; placeholders of a layout differ by index. */
function matches(one: Placeholder, other: Placeholder): boolean {
  if (one.index !== undefined && other.index !== undefined) return one.index === other.index;
  return one.type === other.type || (isTitle(one) && isTitle(other));
}

const ofKind = (one: Placeholder, other: Placeholder): boolean =>
  one.type === other.type ||
  (isTitle(one) && isTitle(other)) ||
  ([...textual, 'subTitle'].includes(one.type) && textual.includes(other.type));

interface Level {
  readonly shapes: readonly { readonly shape: XmlElement; readonly placeholder: Placeholder }[];
  readonly root: XmlElement | undefined;
}

function readLevel(root: XmlElement | undefined): Level {
  const shapes = [...descendants(root, 'p:sp')].flatMap((shape) => {
    const placeholder = placeholderOf(shape);
    return placeholder === undefined ? [] : [{ shape, placeholder }];
  });
  return { shapes: shapes.slice(0, MAX_PLACEHOLDERS), root };
}

// Searched for each paragraph of a slide. PowerPoint's layouts have about 10.
const MAX_PLACEHOLDERS = 500;

/** Reads each layout and master once, on demand. */
export function createLayouts(office: OfficePackage): (slidePart: string) => SlideLayout {
  const levels = new Map<string, Level>();
  const layouts = new Map<string, SlideLayout>();
  const level = (part: string | undefined): Level => {
    if (part === undefined) return { shapes: [], root: undefined };
    const found = levels.get(part) ?? readLevel(office.optionalPart(part));
    levels.set(part, found);
    return found;
  };

  function create(layoutPart: string | undefined): SlideLayout {
    const masterPart =
      layoutPart === undefined ? undefined : relatedPart(office.relationships(layoutPart), 'slideMaster');
    const [layout, master] = [level(layoutPart), level(masterPart)];
    const inLayout = (wanted: Placeholder): XmlElement | undefined =>
      layout.shapes.find(({ placeholder }) => matches(wanted, placeholder))?.shape;
    const inMaster = (wanted: Placeholder): XmlElement | undefined =>
      master.shapes.find(({ placeholder }) => ofKind(wanted, placeholder))?.shape;
    const styleOf = (shape: XmlElement | undefined): XmlElement | undefined =>
      descend(shape, 'p:txBody', 'a:lstStyle');
    return {
      levels: {
        layout: { part: layoutPart, root: layout.root },
        master: { part: masterPart, root: master.root },
      },
      bullet: (placeholder, depth) => {
        if (placeholder === undefined || isTitle(placeholder)) return undefined;
        const text = childOf(childOf(master.root, 'p:txStyles'), 'p:bodyStyle');
        const isBody = [...textual, 'subTitle'].includes(placeholder.type);
        for (const style of [
          styleOf(inLayout(placeholder)),
          styleOf(inMaster(placeholder)),
          isBody ? text : undefined,
        ]) {
          const found = bulletOf(levelStyle(style, depth));
          if (found !== undefined) return found;
        }
        return undefined;
      },
      box: (placeholder) => {
        const own = inLayout(placeholder);
        const inherited = inMaster(placeholder);
        return (
          (own === undefined ? undefined : boxOf(own)) ??
          (inherited === undefined ? undefined : boxOf(inherited))
        );
      },
    };
  }

  return (slidePart) => {
    const part = relatedPart(office.relationships(slidePart), 'slideLayout') ?? '';
    const found = layouts.get(part) ?? create(part === '' ? undefined : part);
    layouts.set(part, found);
    return found;
  };
}
