import { nameTable } from '../../base/name-table.ts';
import type { Border } from '../../document/page-layout.ts';

// ECMA-376 18.18.3, with the widths of LibreOffice in points.
const styles = nameTable<Omit<Border, 'colour'>>({
  hair: { width: 0.25, dash: 'dotted' },
  dotted: { width: 0.75, dash: 'dotted' },
  dashed: { width: 0.75, dash: 'dashed' },
  dashDot: { width: 0.75, dash: 'dashed' },
  dashDotDot: { width: 0.75, dash: 'dashed' },
  thin: { width: 0.75 },
  medium: { width: 1.75 },
  mediumDashed: { width: 1.75, dash: 'dashed' },
  mediumDashDot: { width: 1.75, dash: 'dashed' },
  mediumDashDotDot: { width: 1.75, dash: 'dashed' },
  slantDashDot: { width: 1.75, dash: 'dashed' },
  thick: { width: 2.5 },
  double: { width: 2.25, dash: 'double' },
});

/** Returns a border of a named style; undefined if the style is no visible line. */
export function borderOf(style: string, colour: string): Border | undefined {
  const known = styles[style];
  return known === undefined ? undefined : { ...known, colour };
}
