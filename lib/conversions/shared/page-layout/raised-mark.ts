import type { TextLine } from './text-line.ts';

const MARK = /^(?:\d{1,3}|[a-z]|[*∗†‡§¶‖]{1,3})$/u;

/** Returns the raised mark at the start of a line, such as `1` or `†`. */
export function raisedMarkOf({ spans }: TextLine): string | undefined {
  const [first, next] = spans;
  const text = first?.text.trim() ?? '';
  return first?.superscript && next !== undefined && MARK.test(text) ? text : undefined;
}
