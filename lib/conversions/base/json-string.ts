const ENDS = /["\\]/g;

/**
 * Returns the index after the JSON string that starts at `start`, or -1 if the string is unterminated.
 *
 * A single pattern, `/"(?:[^"\\]|\\.)*"/`, overflows V8's stack at about ten million characters.
 */
export function endOfJsonString(text: string, start: number): number {
  ENDS.lastIndex = start + 1;
  for (let found = ENDS.exec(text); found !== null; found = ENDS.exec(text)) {
    if (found[0] === '"') return ENDS.lastIndex;
    ENDS.lastIndex += 1;
  }
  return -1;
}
