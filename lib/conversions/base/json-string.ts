const ENDS = /["\\]/g;

/**
 * Index after the JSON string that starts at `start`; -1 if it does not end.
 *
 * A pattern for the whole string, `/"(?:[^"\\]|\\.)*"/`, exhausts the stack of V8 at some ten million characters.
 */
export function endOfJsonString(text: string, start: number): number {
  ENDS.lastIndex = start + 1;
  for (let found = ENDS.exec(text); found !== null; found = ENDS.exec(text)) {
    if (found[0] === '"') return ENDS.lastIndex;
    ENDS.lastIndex += 1;
  }
  return -1;
}
