import { maxOf } from '../../../../base/arrays.ts';
import { nameTable } from '../../../../base/name-table.ts';
import { loadFormulaParser, type MathMlNode } from '../../../../shared/math/load-formulas.ts';
import type { MathNode } from './typst-data.ts';

// Deeper formulas exceed Typst's limit of 80 nested calls.
const MAX_DEPTH = 24;

/** Stretchy characters over or under a base, and their Typst functions. */
const reaching: Readonly<Record<string, string>> = nameTable({
  '¯': 'over',
  '‾': 'over',
  '\u2015': 'over',
  _: 'under',
  '\u2581': 'under',
  '⏞': 'overbrace',
  '⏟': 'underbrace',
});
/** Enclosures and their Typst functions. */
const enclosures: Readonly<Record<string, string>> = nameTable({ top: 'over', bottom: 'under' });
/** Accents as Unicode combining characters, as Typst expects them. */
const accents: Readonly<Record<string, string>> = nameTable({
  ˆ: '\u0302',
  '^': '\u0302',
  '˜': '\u0303',
  '~': '\u0303',
  '→': '\u20d7',
  '\u20d7': '\u20d7',
  '˙': '\u0307',
  '¨': '\u0308',
  '˘': '\u0306',
  ˇ: '\u030c',
  '´': '\u0301',
  '`': '\u0300',
});
const INVISIBLE = /^[\u2061-\u2064\u200b\s]*$/;
const BIG = /^[∑∏∐⋃⋂⋁⋀⨁⨂⨀⨄⨆]$/;
const isOneCharacter = (text: string): boolean => [...text].length === 1;

const empty: MathNode = ['row'];

const textIn = (node: MathMlNode): string => node.text ?? (node.children ?? []).map(textIn).join('');

function leaf(node: MathMlNode): MathNode {
  const text = textIn(node);
  if (INVISIBLE.test(text)) return node.type === 'mtext' ? ['text', text] : empty;
  if (node.type === 'mtext' || node.type === 'ms' || node.type === 'mn') return ['text', text];
  if (!isOneCharacter(text)) return node.type === 'mi' ? ['op', text, false] : ['text', text];
  if (node.type === 'mi')
    return /[A-Za-z\u03b1-\u03c9]/u.test(text) && node.attributes?.mathvariant !== 'normal'
      ? ['var', text]
      : ['up', text];
  return ['sym', text];
}

const isFence = (node: MathMlNode | undefined): boolean =>
  node?.type === 'mo' &&
  (String(node.attributes?.fence) === 'true' || String(node.attributes?.stretchy) === 'true') &&
  /^[()[\]{}|‖⟨⟩⌈⌉⌊⌋/\\\s]?$/u.test(textIn(node));

function rowOf(children: readonly MathMlNode[], depth: number): MathNode {
  const shown = children.filter((child) => !(child.type === 'mo' && INVISIBLE.test(textIn(child))));
  const nodes = shown.map((child) => nodeOf(child, depth));
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return only;
  // Omit an invisible fence ("\right."); the other one still stretches.
  const hasFences = isFence(children[0]) || isFence(children.at(-1));
  return [hasFences && children.length > 1 ? 'lr' : 'row', ...nodes];
}

/** A base with symbols above and below. */
function stacked(
  base: MathMlNode,
  below: MathMlNode | null,
  above: MathMlNode | null,
  depth: number,
): MathNode {
  const set = (node: MathMlNode | null): MathNode | null => (node === null ? null : nodeOf(node, depth));
  const lone = below === null ? above : above === null ? below : null;
  const sign = lone?.type === 'mo' ? textIn(lone).trim() : '';
  const across = reaching[sign];
  if (across !== undefined) return [across, nodeOf(base, depth)];
  const accent = above === lone ? accents[sign] : undefined;
  if (accent !== undefined) return ['accent', nodeOf(base, depth), accent];
  const name = textIn(base);
  const inner: MathNode =
    ['mi', 'mo'].includes(base.type ?? '') && !isOneCharacter(name)
      ? ['op', name, true]
      : nodeOf(base, depth);
  return ['limits', inner, set(above), set(below)];
}

function tableOf(node: MathMlNode, depth: number): MathNode {
  const rows = (node.children ?? []).map((row) => (row.children ?? []).map((cell) => nodeOf(cell, depth)));
  const width = maxOf(
    rows.map((row) => row.length),
    1,
  );
  const align = /^left/.test(String(node.attributes?.columnalign ?? '')) ? 'left' : 'center';
  return ['mat', align, rows.map((row) => [...row, ...Array(width - row.length).fill(empty)])];
}

function nodeOf(node: MathMlNode, depth: number): MathNode {
  if (depth > MAX_DEPTH) throw new RangeError('The formula is nested too deeply.');
  const children = node.children ?? [];
  const child = (index: number): MathMlNode => children[index] ?? {};
  const inner = (index: number): MathNode => nodeOf(child(index), depth + 1);
  switch (node.type) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return leaf(node);
    case 'mfrac':
      return [
        String(node.attributes?.linethickness ?? '1').startsWith('0') ? 'stack' : 'frac',
        inner(0),
        inner(1),
      ];
    case 'msqrt':
      return ['sqrt', rowOf(children, depth + 1)];
    case 'mroot':
      return ['root', inner(0), inner(1)];
    case 'msup':
      return ['attach', inner(0), inner(1), null];
    case 'msub':
      return BIG.test(textIn(child(0)))
        ? ['attach', ['scripts', inner(0)], null, inner(1)]
        : ['attach', inner(0), null, inner(1)];
    case 'msubsup':
      return ['attach', ['scripts', inner(0)], inner(2), inner(1)];
    case 'munder':
      return stacked(child(0), child(1), null, depth + 1);
    case 'mover':
      return stacked(child(0), null, child(1), depth + 1);
    case 'munderover':
      return stacked(child(0), child(1), child(2), depth + 1);
    case 'mtable':
      return tableOf(node, depth + 1);
    case 'mspace': {
      const width = Number.parseFloat(String(node.attributes?.width ?? '0'));
      return ['space', Number.isFinite(width) ? Math.max(-1, Math.min(width, 10)) : 0];
    }
    case 'mphantom':
      return empty;
    case 'menclose':
      return [enclosures[String(node.attributes?.notation)] ?? 'box', rowOf(children, depth + 1)];
    default:
      return rowOf(children, depth + 1);
  }
}

/** Loads the TeX parser. Returns undefined too if a formula is nested too deeply. */
export async function loadFormulas(): Promise<(tex: string, isBlock: boolean) => MathNode | undefined> {
  const parse = await loadFormulaParser();
  return (tex, isBlock) => {
    const formula = parse(tex, isBlock);
    if (formula === undefined) return undefined;
    try {
      return nodeOf(formula, 0);
    } catch {
      // A formula that is too deep is shown as source.
      return undefined;
    }
  };
}
