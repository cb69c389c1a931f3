import { maxOf } from '../../base/arrays.ts';
import type { MathMlNode } from './load-formulas.ts';

/** The size of a formula in font sizes. */
interface FormulaSize {
  readonly width: number;
  readonly height: number;
}

// Typical of mathematical fonts, in font sizes.
const LINE = 1.15;
const LETTER = 0.5;
const OPERATOR = 0.95;
const BIG = /^[∑∏∐∫∬∭∮⋃⋂]$/;
const BIG_SIZE: FormulaSize = { width: 1.1, height: 1.6 };
const SCRIPT = 0.65;
const GAP = 0.25;

const textIn = (node: MathMlNode): string => node.text ?? (node.children ?? []).map(textIn).join('');

const beside = (parts: readonly FormulaSize[]): FormulaSize => ({
  width: parts.reduce((sum, { width }) => sum + width, 0),
  height: maxOf(
    parts.map(({ height }) => height),
    0,
  ),
});

const stacked = (parts: readonly FormulaSize[], gap = 0): FormulaSize => ({
  width: maxOf(
    parts.map(({ width }) => width),
    0,
  ),
  height: parts.reduce((sum, { height }) => sum + height, 0) + gap * Math.max(0, parts.length - 1),
});

const small = ({ width, height }: FormulaSize): FormulaSize => ({
  width: width * SCRIPT,
  height: height * SCRIPT,
});

function leafSize(node: MathMlNode): FormulaSize {
  const text = textIn(node).replaceAll(/[\u2061-\u2064\u200b]/g, '');
  if (text === '') return { width: 0, height: 0 };
  if (BIG.test(text)) return BIG_SIZE;
  return { width: [...text].length * (node.type === 'mo' ? OPERATOR : LETTER), height: LINE };
}

/**
 * Estimates the size of a formula without a font. Programs that draw formulas themselves need a frame of about the right
 * proportions.
 */
export function formulaSize(node: MathMlNode): FormulaSize {
  const parts = (node.children ?? []).map(formulaSize);
  const [first = { width: 0, height: LINE }, ...others] = parts;
  switch (node.type) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
      return leafSize(node);
    case 'mfrac':
      return stacked(parts, GAP);
    case 'msqrt':
    case 'mroot': {
      const inside = beside(parts);
      return { width: inside.width + 0.8, height: inside.height + 0.15 };
    }
    case 'msup':
    case 'msub':
    case 'msubsup': {
      const scripts = stacked(others.map(small));
      return { width: first.width + scripts.width, height: first.height + others.length * 0.35 };
    }
    case 'munder':
    case 'mover':
    case 'munderover':
      return stacked([first, ...others.map(small)]);
    case 'mtable':
      return stacked(parts, GAP);
    case 'mtr':
      return { ...beside(parts), width: beside(parts).width + parts.length };
    default:
      return node.text === undefined ? beside(parts) : leafSize(node);
  }
}
