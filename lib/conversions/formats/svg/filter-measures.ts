const REGION = new Set(['x', 'y', 'width', 'height']);
// Of a filter's region, in sizes of the element it is for, or in units of the drawing: all of it is held in memory.
const LARGEST_REGION = 3;
const LARGEST_REGION_UNITS = 20_000;

/** A measure of a filter's region, made smaller where memory would not hold it. */
function regionInside(value: string, units: string | undefined): string {
  const number = Number.parseFloat(value);
  const share = value.trim().endsWith('%') ? number / 100 : number;
  const largest = units === 'userSpaceOnUse' ? LARGEST_REGION_UNITS : LARGEST_REGION;
  return Math.abs(share) <= largest ? value : String(Math.sign(share || 1) * largest);
}

const PRIMITIVE_MEASURES = new Set([...REGION, 'dx', 'dy', 'stdDeviation']);
// Of a step of a filter, in units of the drawing: resvg ends the process where a region exceeds its integers.
const LARGEST_PRIMITIVE_UNITS = 10_000;

/** The measures of a step of a filter, made smaller where a renderer would not hold them. */
function primitiveInside(value: string): string {
  const numbers = value.trim().split(/[\s,]+/);
  if (numbers.every((number) => !(Math.abs(Number.parseFloat(number)) > LARGEST_PRIMITIVE_UNITS)))
    return value;
  return numbers
    .map((number) => {
      const measure = Number.parseFloat(number) || 0;
      return Math.max(-LARGEST_PRIMITIVE_UNITS, Math.min(LARGEST_PRIMITIVE_UNITS, measure));
    })
    .join(' ');
}

/** An attribute of a filter or of one of its primitives, limited to what a renderer can allocate; any other attribute unchanged. */
export function measureInside(
  element: string,
  name: string,
  value: string,
  units: string | undefined,
): string {
  if (element === 'filter' && REGION.has(name)) return regionInside(value, units);
  return element.startsWith('fe') && PRIMITIVE_MEASURES.has(name) ? primitiveInside(value) : value;
}
