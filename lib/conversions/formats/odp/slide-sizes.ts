import { pointsOf } from '../../shared/opendocument/lengths.ts';
import type { OdfPackage } from '../../shared/opendocument/open-package.ts';
import { childOf, descend, elementsOf, type XmlElement } from '../../shared/xml/element.ts';

/** Width and height of a slide, in points. */
export interface SlideSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of a slide, or of the slides of a master, by the name of the master page. */
export type SlideSizes = (master: string | undefined) => SlideSize;

// LibreOffice's default: 28 by 21 cm.
const DEFAULT_SIZE: SlideSize = { width: 793.7, height: 595.3 };
// PDF 1.7, annex C.
const LARGEST = 14_400;

const lengthOf = (length: string | undefined): number | undefined => {
  const points = pointsOf(length);
  return points === undefined || !(points > 0) ? undefined : Math.min(LARGEST, Math.max(1, points));
};

/** The sizes of the slides of a presentation. OpenDocument 1.3, part 3, 16.5 and 16.9. */
export function slideSizesOf(odf: OdfPackage): SlideSizes {
  const root = odf.optionalPart('styles.xml');
  const layouts = new Map<string, XmlElement>();
  for (const style of elementsOf(childOf(root, 'office:automatic-styles')))
    if (style.name === 'style:page-layout') layouts.set(style.attributes['style:name'] ?? '', style);
  const sizes = new Map<string, SlideSize>();
  for (const master of elementsOf(descend(root, 'office:master-styles'))) {
    if (master.name !== 'style:master-page') continue;
    const layout = layouts.get(master.attributes['style:page-layout-name'] ?? '');
    const properties = childOf(layout, 'style:page-layout-properties')?.attributes ?? {};
    const [width, height] = [lengthOf(properties['fo:page-width']), lengthOf(properties['fo:page-height'])];
    if (width !== undefined && height !== undefined)
      sizes.set(master.attributes['style:name'] ?? '', { width, height });
  }
  return (master) => sizes.get(master ?? '') ?? DEFAULT_SIZE;
}
