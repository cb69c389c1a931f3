// A pattern such as `/x+$/` is quadratic: it is retried at each character of a run that is not at the end.

/** Removes trailing `characters` from `text`. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes leading and trailing `characters` from `text`. */
export function trimOf(text: string, characters: string): string {
  const trimmed = trimEndOf(text, characters);
  let start = 0;
  while (start < trimmed.length && characters.includes(trimmed.charAt(start))) start += 1;
  return trimmed.slice(start);
}

/** Removes trailing spaces and tabs from each line. */
export const trimLineEnds = (text: string): string =>
  text
    .split('\n')
    .map((line) => trimEndOf(line, ' \t'))
    .join('\n');
