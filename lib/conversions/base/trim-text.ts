// A pattern such as `/x+$/` is quadratic: it is tried again from each character of a run that does not end the text.

/** `text` without those of `characters` that end it. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** `text` without those of `characters` that start or end it. */
export function trimOf(text: string, characters: string): string {
  const trimmed = trimEndOf(text, characters);
  let start = 0;
  while (start < trimmed.length && characters.includes(trimmed.charAt(start))) start += 1;
  return trimmed.slice(start);
}

/** `text` without the spaces and tabs that end its lines. */
export const trimLineEnds = (text: string): string =>
  text
    .split('\n')
    .map((line) => trimEndOf(line, ' \t'))
    .join('\n');
