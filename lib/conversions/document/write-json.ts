import type { TextSink } from '../base/result-size.ts';

const isList = (value: object): value is Iterable<unknown> => Symbol.iterator in value;

/** Writes members between brackets, one per line. */
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
 * Writes plain data like `JSON.stringify(value, null, 2)`, but in pieces, so that the output is never in memory twice.
 * Any iterable becomes an array, so a generator can produce it lazily.
 */
export function writeJson(value: unknown, sink: TextSink, indent = ''): void {
  if (typeof value !== 'object' || value === null) sink.push(JSON.stringify(value) ?? 'null');
  else if (isList(value)) writeMembers(unnamed(value), ['[', ']'], indent, sink);
  else writeMembers(named(value), ['{', '}'], indent, sink);
}
