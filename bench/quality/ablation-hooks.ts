import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { parseSync } from 'vite';

/** A number that decides how pages are read, and how to change it. */
export interface Constant {
  readonly name: string;
  readonly value: number;
  /** Whether other files may use it, whose comparisons are not recorded. */
  readonly isExported?: boolean;
  readonly set: (value: number) => void;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

// What reads pages. The syntax of a PDF, its checks, its writers and what draws pages
// have no thresholds for it; wrong resolutions of images would take hours.
const FILES = [
  /\/shared\/(?:page-tables\/(?!table-weights)|page-layout\/|geometry\/)/,
  /\/formats\/pdf\/(?:text-runs\/|tagged\/(?!pdf-objects)|(?!check-|stream-|limits|render-|damaged-|draw-)[\w-]+\.ts)/,
  /\/backends\/tesseract\/(?!limits|grey-image|recognize\.)/,
];
const DECLARATION = /^(?:export )?const ([A-Z][A-Z0-9_]*) = (-?[\d._]+);/gm;
const COMPARISONS = ['<', '>', '<=', '>=', '===', '!=='];

/** The values that take the place of a constant: none, half, twice and no limit. */
export const replacements: readonly ((value: number) => number)[] = [
  () => 0,
  (value) => value / 2,
  (value) => value * 2,
  () => 1e6,
];

export const constants: Constant[] = [];
/** Documents in which a constant's replacement changes a comparison, or may change more: by constant and replacement. */
export const differing = new Map<string, Set<string>>();
let document: string | undefined;
// Uses of constants in a document. A step of 0 would never end.
const MOST_USES = 30_000_000;
let uses = 0;

/** Starts to record for a document; ends with undefined. */
export const record = (name: string | undefined): void => {
  document = name;
};

/** Starts to count the uses of constants in a document, which fails if there are too many. */
export const startDocument = (): void => {
  uses = 0;
};

function countUse(): void {
  uses += 1;
  if (uses > MOST_USES) throw new RangeError('A constant was used too often.');
}

const mark = (constant: number, at: number, name: string): void => {
  const key = `${constant} ${at}`;
  differing.set(key, (differing.get(key) ?? new Set()).add(name));
};

function differs(isTrue: () => boolean, usual: boolean): boolean {
  try {
    return isTrue() !== usual;
  } catch {
    return true;
  }
}

/** Evaluates a comparison, also with each replacement of its constants. */
function compare(used: readonly number[], isTrue: () => boolean): boolean {
  countUse();
  const result = isTrue();
  const recorded = document;
  if (recorded === undefined) return result;
  // Comparisons in functions that this one calls are not its own.
  document = undefined;
  for (const each of used) {
    const constant = constants[each];
    for (const [at, replaced] of replacements.entries()) {
      if (constant === undefined || differing.get(`${each} ${at}`)?.has(recorded)) continue;
      constant.set(replaced(constant.value));
      if (differs(isTrue, result)) mark(each, at, recorded);
    }
    constant?.set(constant.value);
  }
  document = recorded;
  return result;
}

/** Records that a constant is used outside of a comparison. */
function read(constant: number, value: number): number {
  countUse();
  if (document !== undefined) for (const at of replacements.keys()) mark(constant, at, document);
  return value;
}

/** Values of numbers without a name of their own, by constant. */
const numbers: number[] = [];

Object.assign(globalThis, { ablation: { constants, numbers, compare, read } });

/** Makes the constants of a file variable, and lets it record what they decide. */
function instrumented(source: string, name: string): string {
  const own = new Map<string, number>();
  const edits: { readonly at: number; readonly text: string; readonly removed?: number }[] = [];
  for (const { 0: text, 1: constant = '', 2: value, index } of source.matchAll(DECLARATION)) {
    own.set(constant, constants.length);
    constants.push({
      name: `${name}: ${constant}`,
      value: Number(value?.replaceAll('_', '')),
      isExported: text.startsWith('export'),
      set: () => {},
    });
    edits.push({ at: source.indexOf('const', index), text: 'let', removed: 5 });
    const setter = `globalThis.ablation.constants[${own.get(constant)}].set = (value) => { ${constant} = value; };`;
    edits.push({ at: index + text.length, text: setter });
  }
  /** Replaces a number without a name of its own by a variable. Returns its constant. */
  const addNumber = (node: SyntaxNode, said: string): number => {
    const index = constants.length;
    const value = Number(node.value);
    numbers[index] = value;
    constants.push({
      name: `${name}: ${said.replaceAll(/\s+/g, ' ')}`,
      value,
      set: (other) => {
        numbers[index] = other;
      },
    });
    return index;
  };
  const { program } = parseSync(name, source);
  const isNumber = (node: SyntaxNode | undefined): node is SyntaxNode =>
    node?.type === 'Literal' && typeof node.value === 'number';
  const visit = (
    node: SyntaxNode,
    found: Set<number> | undefined,
    around: SyntaxNode,
    isInFunction: boolean,
  ): void => {
    if (node.type.startsWith('TS') && !('expression' in node)) return;
    const isCompared = node.type === 'BinaryExpression' && COMPARISONS.includes(String(node.operator));
    const inside = found ?? (isCompared ? new Set<number>() : undefined);
    const value = node.value as SyntaxNode | undefined;
    // Whole numbers in functions count, and point to elements.
    const isNamed = node.type === 'Property' && node.computed !== true && around.type === 'ObjectExpression';
    if (
      isNamed &&
      isNumber(value) &&
      value.value !== 0 &&
      (!isInFunction || !Number.isInteger(value.value))
    ) {
      const key = source.slice((node.key as SyntaxNode).start, (node.key as SyntaxNode).end);
      const index = addNumber(value, key);
      const getter = `get ${key}() { return globalThis.ablation.read(${index}, globalThis.ablation.numbers[${index}]); }`;
      edits.push({ at: node.start, text: getter, removed: node.end - node.start });
      return;
    }
    if (isNumber(node) && !Number.isInteger(node.value)) {
      const index = addNumber(node, source.slice(around.start, around.end));
      const variable = `globalThis.ablation.numbers[${index}]`;
      const text = inside === undefined ? `globalThis.ablation.read(${index}, ${variable})` : variable;
      edits.push({ at: node.start, text, removed: node.end - node.start });
      inside?.add(index);
      return;
    }
    const constant = node.type === 'Identifier' ? own.get(String(node.name)) : undefined;
    if (constant !== undefined) {
      if (inside === undefined) {
        edits.push({ at: node.start, text: `globalThis.ablation.read(${constant}, ` });
        edits.push({ at: node.end, text: ')' });
      } else inside.add(constant);
    }
    for (const [key, child] of Object.entries(node)) {
      const isName = (key === 'key' || key === 'property') && node.computed !== true;
      const isDeclared = node.type === 'VariableDeclarator' && (key === 'id' || own.has(idOf(node)));
      if (isName || isDeclared || key === 'specifiers') continue;
      for (const each of [child].flat())
        if (typeof each === 'object' && each !== null && 'type' in each)
          visit(each as SyntaxNode, inside, node, isInFunction || node.type.includes('Function'));
    }
    if (!isCompared || found !== undefined || inside === undefined || inside.size === 0) return;
    // After the numbers that it starts with, which take the place of text.
    edits.push({
      at: node.start,
      text: `globalThis.ablation.compare([${[...inside].join()}], () => `,
    });
    edits.push({ at: node.end, text: ')' });
  };
  visit(program as unknown as SyntaxNode, undefined, program as unknown as SyntaxNode, false);
  let text = source;
  for (const edit of edits.toSorted((one, other) => other.at - one.at))
    text = text.slice(0, edit.at) + edit.text + text.slice(edit.at + (edit.removed ?? 0));
  return text;
}

const idOf = (declarator: SyntaxNode): string => String((declarator.id as SyntaxNode).name);

registerHooks({
  load(url, context, next) {
    const result = next(url, context);
    if (!url.endsWith('.ts') || !FILES.some((each) => each.test(url))) return result;
    const source = readFileSync(new URL(url), 'utf8');
    const name = url.split('/conversions/')[1]?.replace(/^shared\//, '') ?? url;
    return { ...result, source: instrumented(source, name) };
  },
});
