/** A rectangle by its top left corner and size; PDF boxes are in points. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle by its edges; y grows downwards. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Vertical = Pick<Edges, 'top' | 'bottom'>;
type Horizontal = Pick<Edges, 'left' | 'right'>;

export const edgesOf = ({ x, y, width, height }: Box): Edges => ({
  left: x,
  right: x + width,
  top: y,
  bottom: y + height,
});

export const widthOf = ({ left, right }: Horizontal): number => right - left;
export const heightOf = ({ top, bottom }: Vertical): number => bottom - top;
/** The y coordinate of the center. */
export const middleOf = ({ top, bottom }: Vertical): number => (top + bottom) / 2;
/** The x coordinate of the center. */
export const centerOf = ({ left, right }: Horizontal): number => (left + right) / 2;

/** Returns the width that two rectangles share; if negative, the gap between them. */
export const sharedWidth = (one: Horizontal, other: Horizontal): number =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left);
/** Returns the height that two rectangles share; if negative, the gap between them. */
export const sharedHeight = (one: Vertical, other: Vertical): number =>
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);

/** Returns true if two rectangles overlap. */
export const overlap = (one: Edges, other: Edges): boolean =>
  sharedWidth(one, other) > 0 && sharedHeight(one, other) > 0;

/** Returns the smallest rectangle around others. */
export function unionOf(boxes: readonly Edges[]): Edges {
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (const box of boxes) {
    if (box.left < left) left = box.left;
    if (box.right > right) right = box.right;
    if (box.top < top) top = box.top;
    if (box.bottom > bottom) bottom = box.bottom;
  }
  return { left, right, top, bottom };
}

/** Returns true if the middle of a box is inside another. */
export const isAmid = (inner: Box, outer: Box): boolean => {
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  return x > outer.x && x < outer.x + outer.width && y > outer.y && y < outer.y + outer.height;
};
