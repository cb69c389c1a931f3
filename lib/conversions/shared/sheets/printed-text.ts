// Fonts, sizes, colours and styles, fields such as the number of the page, and the sections at the left, centre and right.
const CODE = /&(?:"[^"]{0,255}"|K[\dA-F]{6}|K\d{2}[+-]\d{3}|\d{1,3}|.)/gi;

/** The text of a header or footer by its code (ECMA-376 part 1, 18.3.1.39); undefined if it has only fields. */
export function printedText(code: string, sheet: string): string | undefined {
  const text = code.replaceAll(CODE, (found) => {
    const name = found.slice(1).toUpperCase();
    if (name === '&') return '&';
    if (name === 'A') return sheet;
    return 'LCR'.includes(name) ? '\t' : '';
  });
  const shown = text
    .split('\t')
    .map((section) => section.replaceAll(/\s+/g, ' ').trim())
    .filter((section) => section !== '')
    .join(' ');
  return /[\p{L}\p{N}]/u.test(shown) ? shown : undefined;
}
