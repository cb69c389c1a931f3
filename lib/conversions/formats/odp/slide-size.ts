import { pointsOf } from '../../shared/opendocument/lengths.ts';
import type { MasterElements } from '../../shared/opendocument/master-elements.ts';
import { childOf } from '../../shared/xml/element.ts';

/** Width and height of a slide, in points. */
interface SlideSize {
  readonly width: number;
  readonly height: number;
}

// LibreOffice's default: 28 by 21 cm.
const DEFAULT_SIZE: SlideSize = { width: 793.7, height: 595.3 };
// PDF 1.7, annex C.
const LARGEST = 14_400;

const lengthOf = (length: string | undefined): number | undefined => {
  const points = pointsOf(length);
  return points === undefined || !(points > 0) ? undefined : Math.min(LARGEST, Math.max(1, points));
};

/** The size of the slides of a master page. */
export function slideSizeOf(elements: MasterElements | undefined): SlideSize {
  const properties = childOf(elements?.layout, 'style:page-layout-properties')?.attributes ?? {};
  const width = lengthOf(properties['fo:page-width']);
  const height = lengthOf(properties['fo:page-height']);
  return width === undefined || height === undefined ? DEFAULT_SIZE : { width, height };
}
