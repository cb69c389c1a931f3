import type { TextSink } from '../base/result-size.ts';

const isList = (value: object): value is Iterable<unknown> => Symbol.iterator in value;

/** The members between brackets, each on a line of its own. */
function writeMembers(
  members: Iterable<readonly [name: string, value: unknown]>,
  [open, close]: readonly [string, string],
  indent: string,
  sink: TextSink,
): void {
  const inner = `${indent}  `;
  let isEmpty = true;
  sink.push(open);
  for (const [name, value] of members) {
    sink.push(isEmpty ? '\n' : ',\n', inner, name);
    writeJson(value, sink, inner);
    isEmpty = false;
  }
  sink.push(isEmpty ? close : `\n${indent}${close}`);
}

function* unnamed(values: Iterable<unknown>): Generator<readonly [string, unknown]> {
  for (const value of values) yield ['', value];
}

function* named(value: object): Generator<readonly [string, unknown]> {
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) yield [`${JSON.stringify(name)}: `, member];
}

/**
 * Writes plain data as `JSON.stringify(value, null, 2)` does, piece by piece, so that it is never in memory twice. Anything
 * that can be iterated is an array: it may be made while it is written.
 */
export function writeJson(value: unknown, sink: TextSink, indent = ''): void {
  if (typeof value !== 'object' || value === null) sink.push(JSON.stringify(value) ?? 'null');
  else if (isList(value)) writeMembers(unnamed(value), ['[', ']'], indent, sink);
  else writeMembers(named(value), ['{', '}'], indent, sink);
}
