import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { parseSync } from 'vite';

/** A named number of the layout of pages, and how to change it. */
export interface Constant {
  readonly name: string;
  readonly value: number;
  readonly set: (value: number) => void;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const FILES = /\/shared\/(?=page-tables|page-layout|geometry)/;
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

/** Starts to record for a document; ends with undefined. */
export const record = (name: string | undefined): void => {
  document = name;
};

const mark = (constant: number, at: number, name: string): void => {
  const key = `${constant} ${at}`;
  differing.set(key, (differing.get(key) ?? new Set()).add(name));
};

/** Evaluates a comparison, also with each replacement of its constants. */
function compare(used: readonly number[], isTrue: () => boolean): boolean {
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
      if (isTrue() !== result) mark(each, at, recorded);
    }
    constant?.set(constant.value);
  }
  document = recorded;
  return result;
}

/** Records that a constant is used outside of a comparison. */
function read(constant: number, value: number): number {
  if (document !== undefined) for (const at of replacements.keys()) mark(constant, at, document);
  return value;
}

Object.assign(globalThis, { ablation: { constants, compare, read } });

/** Makes the constants of a file variable, and lets it record what they decide. */
function instrumented(source: string, name: string): string {
  const own = new Map<string, number>();
  const edits: { readonly at: number; readonly text: string; readonly removed?: number }[] = [];
  for (const { 0: text, 1: constant = '', 2: value, index } of source.matchAll(DECLARATION)) {
    own.set(constant, constants.length);
    constants.push({
      name: `${name}: ${constant}`,
      value: Number(value?.replaceAll('_', '')),
      set: () => {},
    });
    edits.push({ at: source.indexOf('const', index), text: 'let', removed: 5 });
    const setter = `globalThis.ablation.constants[${own.get(constant)}].set = (value) => { ${constant} = value; };`;
    edits.push({ at: index + text.length, text: setter });
  }
  const visit = (node: SyntaxNode, found: Set<number> | undefined): void => {
    if (node.type.startsWith('TS') && !('expression' in node)) return;
    const isCompared = node.type === 'BinaryExpression' && COMPARISONS.includes(String(node.operator));
    const inside = found ?? (isCompared ? new Set<number>() : undefined);
    const constant = node.type === 'Identifier' ? own.get(String(node.name)) : undefined;
    if (constant !== undefined) {
      if (inside === undefined) {
        edits.push({ at: node.start, text: `globalThis.ablation.read(${constant}, ` });
        edits.push({ at: node.end, text: ')' });
      } else inside.add(constant);
    }
    const at = edits.length;
    for (const [key, value] of Object.entries(node)) {
      const isName = (key === 'key' || key === 'property') && node.computed !== true;
      const isDeclared = node.type === 'VariableDeclarator' && key === 'id';
      if (isName || isDeclared || key === 'specifiers') continue;
      for (const each of [value].flat())
        if (typeof each === 'object' && each !== null && 'type' in each) visit(each as SyntaxNode, inside);
    }
    if (!isCompared || found !== undefined || inside === undefined || inside.size === 0) return;
    edits.splice(at, 0, {
      at: node.start,
      text: `globalThis.ablation.compare([${[...inside].join()}], () => `,
    });
    edits.push({ at: node.end, text: ')' });
  };
  visit(parseSync(name, source).program as unknown as SyntaxNode, undefined);
  let text = source;
  for (const edit of edits.toSorted((one, other) => other.at - one.at))
    text = text.slice(0, edit.at) + edit.text + text.slice(edit.at + (edit.removed ?? 0));
  return text;
}

registerHooks({
  load(url, context, next) {
    const result = next(url, context);
    if (!FILES.test(url) || !url.endsWith('.ts')) return result;
    const source = readFileSync(new URL(url), 'utf8');
    return { ...result, source: instrumented(source, url.split('/shared/')[1] ?? url) };
  },
});
