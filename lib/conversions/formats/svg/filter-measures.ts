const REGION = new Set(['x', 'y', 'width', 'height']);
// Limits of a filter region, in multiples of its element's size or in user units: the renderer allocates all of it.
const MAX_REGION = 3;
const MAX_REGION_UNITS = 20_000;

/** Clamps a dimension of a filter region to its limit. */
function regionInside(value: string, units: string | undefined): string {
  const number = Number.parseFloat(value);
  const share = value.trim().endsWith('%') ? number / 100 : number;
  const largest = units === 'userSpaceOnUse' ? MAX_REGION_UNITS : MAX_REGION;
  return Math.abs(share) <= largest ? value : String(Math.sign(share || 1) * largest);
}

const PRIMITIVE_MEASURES = new Set([...REGION, 'dx', 'dy', 'stdDeviation']);
// Limit of a filter primitive in user units: resvg aborts the process if a region overflows its integers.
const MAX_PRIMITIVE_UNITS = 10_000;

/** Clamps the dimensions of a filter primitive to their limit. */
function primitiveInside(value: string): string {
  const numbers = value.trim().split(/[\s,]+/);
  if (numbers.every((number) => !(Math.abs(Number.parseFloat(number)) > MAX_PRIMITIVE_UNITS))) return value;
  return numbers
    .map((number) => {
      const measure = Number.parseFloat(number) || 0;
      return Math.max(-MAX_PRIMITIVE_UNITS, Math.min(MAX_PRIMITIVE_UNITS, measure));
    })
    .join(' ');
}

/** Clamps an attribute of a filter or filter primitive to what a renderer can allocate. Returns other attributes unchanged. */
export function measureInside(
  element: string,
  name: string,
  value: string,
  units: string | undefined,
): string {
  if (element === 'filter' && REGION.has(name)) return regionInside(value, units);
  return element.startsWith('fe') && PRIMITIVE_MEASURES.has(name) ? primitiveInside(value) : value;
}
