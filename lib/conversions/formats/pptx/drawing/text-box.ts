import { nameTable } from '../../../base/name-table.ts';
import type { Sides, SlideShape } from '../../../document/page-layout.ts';
import { childOf, integerOf } from '../../../shared/xml/element.ts';
import { type Autofit, type Cascade, firstOf } from './text-style.ts';
import { pointsOf } from './transform.ts';

/** How text is placed in a shape: ECMA-376 part 1, 21.1.2.1.1. */
export interface TextBox {
  readonly anchor: SlideShape<never>['anchor'];
  readonly inset: Sides;
  readonly fit: SlideShape<never>['fit'];
  readonly autofit: Autofit;
  /** Clockwise rotation of vertical text, in degrees. */
  readonly turn: 0 | 90 | -90;
}

const WHOLE = 100_000;
const anchors: Readonly<Record<string, TextBox['anchor']>> = nameTable<TextBox['anchor']>({
  t: 'top',
  ctr: 'middle',
  b: 'bottom',
});
const turns: Readonly<Record<string, TextBox['turn']>> = nameTable<TextBox['turn']>({
  vert: 90,
  eaVert: 90,
  vert270: -90,
});
// In EMU: 0.1 and 0.05 inches.
const DEFAULT_SIDE = 91_440;
const DEFAULT_TOP = 45_720;
const fits = ['a:normAutofit', 'a:spAutoFit', 'a:noAutofit'];

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Reads body properties (`a:bodyPr`) from the shape's own to those of its master. */
export function textBoxOf(cascade: Cascade): TextBox {
  const attribute = (name: string): string => firstOf(cascade, ({ attributes }) => attributes[name]) ?? '';
  const inset = (name: string, usual: number): number =>
    within(pointsOf(firstOf(cascade, (body) => integerOf(body, name)) ?? usual) ?? 0, 0, 1_000);
  const fit = firstOf(cascade, (body) =>
    fits.map((name) => childOf(body, name)).find((found) => found !== undefined),
  );
  const isShrinking = fit?.name === 'a:normAutofit';
  const share = (name: string, usual: number): number =>
    (isShrinking ? (integerOf(fit, name) ?? usual) : usual) / WHOLE;
  const [anchor, turn] = [attribute('anchor'), attribute('vert')];
  return {
    anchor: anchors[anchor] ?? 'top',
    inset: {
      top: inset('tIns', DEFAULT_TOP),
      right: inset('rIns', DEFAULT_SIDE),
      bottom: inset('bIns', DEFAULT_TOP),
      left: inset('lIns', DEFAULT_SIDE),
    },
    fit: isShrinking ? 'shrink' : attribute('wrap') === 'none' ? 'line' : undefined,
    autofit: {
      scale: within(share('fontScale', WHOLE), 0.1, 1),
      lineReduction: within(share('lnSpcReduction', 0), 0, 0.8),
    },
    turn: turns[turn] ?? 0,
  };
}
