import { nameTable } from '../../../base/name-table.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';

// Strict documents have units.
const units: Readonly<Record<string, number>> = nameTable({
  pt: 20,
  in: 1440,
  cm: 1440 / 2.54,
  mm: 1440 / 25.4,
  pc: 240,
  pi: 240,
});

/** Reads an attribute as a length in twips, twentieths of a point (ECMA-376 part 1, 22.9.2.14). */
export function twipsIn(element: XmlElement | undefined, name: string): number | undefined {
  const value = element?.attributes[name] ?? '';
  const amount = Number.parseFloat(value);
  return Number.isFinite(amount) ? amount * (units[value.trim().replace(/^[\d.+-]+/, '')] ?? 1) : undefined;
}
