import { nameTable } from '../../base/name-table.ts';

const POINTS: Readonly<Record<string, number>> = nameTable({
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  pt: 1,
  pc: 12,
  px: 0.75,
});

/** Converts a length to points; undefined if it is invalid. OpenDocument 1.3, part 3, 18.3.18. */
export function pointsOf(length: string | undefined): number | undefined {
  const [, amount, unit] = /^(-?[\d.]+)(in|cm|mm|pt|pc|px)$/.exec(length ?? '') ?? [];
  const factor = POINTS[unit ?? ''];
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}
