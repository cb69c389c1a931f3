import { nameTable } from '../../../base/name-table.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';

// In points: a twip is a twentieth. Strict documents have units.
const POINTS_PER_TWIP = 1 / 20;
const units: Readonly<Record<string, number>> = nameTable({
  pt: 1,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  pc: 12,
  pi: 12,
});

/** Reads a length in twips, or with a unit, as points (ECMA-376 part 1, 22.9.2.14). */
function pointsOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const amount = Number.parseFloat(value);
  if (!Number.isFinite(amount)) return undefined;
  return amount * (units[value.trim().replace(/^[\d.+-]+/, '')] ?? POINTS_PER_TWIP);
}

/** Reads an attribute of an element as points. */
export const pointsIn = (element: XmlElement | undefined, name: string): number | undefined =>
  pointsOf(element?.attributes[name]);
