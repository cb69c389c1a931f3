import type { TreeBlock } from '../../../document/document-tree.ts';
import type { Slide, SlideShape } from '../../../document/page-layout.ts';
import type { OdfContext } from '../../../shared/opendocument/context.ts';
import type { MasterElements } from '../../../shared/opendocument/master-elements.ts';
import type { OdfPackage } from '../../../shared/opendocument/open-package.ts';
import { childOf, elementsOf, textOfElement, type XmlElement } from '../../../shared/xml/element.ts';
import { slideSizeOf } from '../slide-size.ts';
import type { OdpDrawing } from './context.ts';
import { drawOdpShapes } from './draw-shapes.ts';
import { fillOf } from './paint.ts';
import { createStyleChains, propertyOf, type StyleChains } from './style-chains.ts';

const PAGE = 'style:drawing-page-properties';

/** Placeholders of a master that slides repeat, by the property that shows them. */
const repeated: ReadonlyMap<string, string> = new Map([
  ['footer', 'presentation:display-footer'],
  ['page-number', 'presentation:display-page-number'],
  ['date-time', 'presentation:display-date-time'],
]);

/** Draws the slides of one presentation. */
export interface SlideDrawing {
  /** Adds an automatic style, or a declaration of a footer or date, of `content.xml`. */
  readonly add: (element: XmlElement) => void;
  readonly draw: (slide: XmlElement, context: OdfContext) => Slide<TreeBlock>;
  readonly seen: OdpDrawing['seen'];
}

/** Creates the drawing of a presentation's slides. */
export function createSlideDrawing(
  odf: OdfPackage,
  masters: ReadonlyMap<string, MasterElements>,
): SlideDrawing {
  const root = odf.optionalPart('styles.xml');
  const common = createStyleChains();
  for (const style of elementsOf(childOf(root, 'office:styles'))) common.add(style);
  // Automatic styles of masters and of slides have the same names.
  const ofMasters = createStyleChains(common);
  const ofSlides = createStyleChains(common);
  for (const style of elementsOf(childOf(root, 'office:automatic-styles'))) ofMasters.add(style);
  const declared = new Map<string, string>();
  const seen: OdpDrawing['seen'] = { shapes: 0, omittedShapes: 0, charts: 0 };

  const fieldsOf = (slide: XmlElement, page: number): ReadonlyMap<string, string> =>
    new Map([
      ['text:page-number', String(page)],
      ...['footer', 'header', 'date-time'].map((name) => {
        const use = slide.attributes[`presentation:use-${name}-name`] ?? '';
        return [`presentation:${name}`, declared.get(`${name} ${use}`) ?? ''] as const;
      }),
    ]);

  function draw(slide: XmlElement, context: OdfContext): Slide<TreeBlock> {
    const page = context.page ?? 1;
    const elements = masters.get(slide.attributes['draw:master-page-name'] ?? '');
    const master = elements?.master;
    const size = slideSizeOf(elements);
    const drawing = (styles: StyleChains): OdpDrawing => ({
      odf: context,
      styles,
      page,
      fields: fieldsOf(slide, page),
      seen,
    });
    const own = ofSlides.chain('drawing-page', slide.attributes['draw:style-name']);
    const ofMaster = ofMasters.chain('drawing-page', master?.attributes['draw:style-name']);
    const isOn = (name: string): boolean => propertyOf(own, PAGE, name) !== 'false';
    const background =
      fillOf(own, PAGE, drawing(ofSlides)) ??
      (isOn('presentation:background-visible') ? fillOf(ofMaster, PAGE, drawing(ofMasters)) : undefined);
    const isRepeated = (shape: XmlElement): boolean => {
      const kind = shape.attributes['presentation:class'];
      if (kind === undefined) return true;
      const property = repeated.get(kind);
      return property !== undefined && propertyOf(own, PAGE, property) === 'true';
    };
    const behind: readonly SlideShape<TreeBlock>[] =
      background?.image === undefined ? [] : [{ x: 0, y: 0, ...size, image: background.image, blocks: [] }];
    const shapes = [
      ...behind,
      ...(isOn('presentation:background-objects-visible')
        ? drawOdpShapes(master, drawing(ofMasters), isRepeated)
        : []),
      ...drawOdpShapes(slide, drawing(ofSlides)),
    ];
    return { ...size, background: background?.colour?.slice(0, 7), shapes };
  }

  return {
    add: (element) => {
      const [, kind] = /^presentation:(footer|header|date-time)-decl$/.exec(element.name) ?? [];
      if (kind === undefined) ofSlides.add(element);
      else declared.set(`${kind} ${element.attributes['presentation:name'] ?? ''}`, textOfElement(element));
    },
    draw,
    seen,
  };
}
