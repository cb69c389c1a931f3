import type { TreeBlock } from '../../../document/document-tree.ts';
import type { ImageStore } from '../../../document/image-store.ts';
import type { Slide, SlideShape } from '../../../document/page-layout.ts';
import { opaque } from '../../../shared/ooxml/drawing-colour.ts';
import { type OfficePackage, relatedPart } from '../../../shared/ooxml/open-package.ts';
import type { RelatedBlocks } from '../../../shared/ooxml/related-blocks.ts';
import { readTheme, type Theme } from '../../../shared/ooxml/theme.ts';
import { childOf, descend, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import type { SlideLayout } from '../layouts.ts';
import type { DrawContext, DrawCounts } from './context.ts';
import { drawShapes } from './draw-shapes.ts';
import { type Paint, paintIn, themePaint } from './paint.ts';
import { builtInTableStyle } from './table-styles.ts';
import { pointsOf } from './transform.ts';

/** A part with shapes: a slide, its layout or its master. */
interface Level {
  readonly part: string | undefined;
  readonly root: XmlElement | undefined;
}

/** Draws the slides of one presentation. */
export interface SlideDrawing {
  readonly draw: (part: string, root: XmlElement, layout: SlideLayout, page: number) => Slide<TreeBlock>;
  readonly seen: DrawCounts;
}

// ECMA-376 part 1, 19.2.1.39: 10 by 7.5 inches.
const DEFAULT_SIZE = { width: 720, height: 540 };
// PDF 1.7, annex C.
const LARGEST = 14_400;
const FIRST_BACKGROUND = 1_001;

/** The size of all slides, in points. */
export function slideSize(presentation: XmlElement | undefined): { width: number; height: number } {
  const size = childOf(presentation, 'p:sldSz');
  const [width, height] = [pointsOf(integerOf(size, 'cx')), pointsOf(integerOf(size, 'cy'))];
  if (width === undefined || height === undefined) return DEFAULT_SIZE;
  return { width: Math.min(LARGEST, Math.max(1, width)), height: Math.min(LARGEST, Math.max(1, height)) };
}

/** Names of colours in slides by those of the theme (19.3.1.6). */
function colourMap(levels: readonly Level[], master: Level): Readonly<Record<string, string>> {
  for (const { root } of levels) {
    const own = descend(root, 'p:clrMapOvr', 'a:overrideClrMapping');
    if (own !== undefined) return own.attributes;
  }
  return childOf(master.root, 'p:clrMap')?.attributes ?? { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };
}

const isShown = (root: XmlElement | undefined): boolean =>
  !['0', 'false'].includes(root?.attributes.showMasterSp ?? '1');

function backgroundOf(levels: readonly Level[], context: DrawContext): Paint | undefined {
  for (const { part, root } of levels) {
    const background = descend(root, 'p:cSld', 'p:bg');
    if (background === undefined || part === undefined) continue;
    const inside = { ...context, part };
    return (
      paintIn(childOf(background, 'p:bgPr'), inside) ??
      themePaint(childOf(background, 'p:bgRef'), context.theme.backgrounds, FIRST_BACKGROUND, inside)
    );
  }
  return undefined;
}

/** Creates the drawing of a presentation's slides. Reads themes and the shapes of masters once. */
export function createSlideDrawing(
  office: OfficePackage,
  imageStore: ImageStore,
  related: RelatedBlocks,
): SlideDrawing {
  const presentation = office.part(office.mainPart);
  const size = slideSize(presentation);
  const seen: DrawCounts = { shapes: 0, omittedShapes: 0, charts: 0 };
  const themes = new Map<string, Theme>();
  const stylesPart = relatedPart(office.relationships(office.mainPart), 'tableStyles');
  let styles: ReadonlyMap<string, XmlElement> | undefined;

  const themeOf = (master: Level): Theme => {
    const part =
      master.part === undefined ? undefined : relatedPart(office.relationships(master.part), 'theme');
    const theme =
      themes.get(part ?? '') ?? readTheme(part === undefined ? undefined : office.optionalPart(part));
    themes.set(part ?? '', theme);
    return theme;
  };
  const tableStyle = (id: string): XmlElement | undefined => {
    styles ??= new Map(
      [...elementsOf(stylesPart === undefined ? undefined : office.optionalPart(stylesPart))].map((style) => [
        style.attributes.styleId ?? '',
        style,
      ]),
    );
    return styles.get(id) ?? builtInTableStyle(id);
  };

  function draw(part: string, root: XmlElement, layout: SlideLayout, page: number): Slide<TreeBlock> {
    const own: Level = { part, root };
    const { layout: ofLayout, master } = layout.levels;
    const map = colourMap([own, ofLayout], master);
    const theme = themeOf(master);
    const context: DrawContext = {
      office,
      part,
      layout,
      theme,
      scheme: (name) => theme.colours.get((Object.hasOwn(map, name) ? map[name] : undefined) ?? name),
      imageStore,
      related,
      page,
      textDefaults: childOf(presentation, 'p:defaultTextStyle'),
      tableStyle,
      seen,
    };
    const drawLevel = (level: Level, isMaster: boolean): readonly SlideShape<TreeBlock>[] =>
      level.part === undefined
        ? []
        : drawShapes(descend(level.root, 'p:cSld', 'p:spTree'), { ...context, part: level.part }, isMaster);
    const background = backgroundOf([own, ofLayout, master], context);
    const shapes = [
      ...(background?.image === undefined
        ? []
        : [{ x: 0, y: 0, ...size, image: background.image, blocks: [] }]),
      ...(isShown(root) && isShown(ofLayout.root) ? drawLevel(master, true) : []),
      ...(isShown(root) ? drawLevel(ofLayout, true) : []),
      ...drawLevel(own, false),
    ];
    return { ...size, background: opaque(background?.colour), shapes };
  }

  return { draw, seen };
}
