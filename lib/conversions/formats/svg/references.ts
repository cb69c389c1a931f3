// Image types that may be embedded. SVG is excluded: it could embed another SVG, and so on.
const EMBEDDED = /^\s*data:image\/(?:png|jpe?g|gif|webp)(?:;[\w=;-]*)?;base64,/i;
const LOCAL = /^\s*#/;
// CSS Syntax 3, 4.3.5 and 4.3.6: a string ends at the end of its line, a URL at the end of the text. Unclosed ones match too,
// so that no part is scanned twice.
const URL_FUNCTION = /url\s*\(\s*(?:"([^"\n]*)"?|'([^'\n]*)'?|([^)]*))\s*\)?/gi;
const IMPORT = /@import\b[^;]*(?:;|$)/gi;

/** Whether a URL is a fragment of the file or an embedded image. */
export const staysInside = (address: string): boolean => LOCAL.test(address) || EMBEDDED.test(address);

/** Whether a URL is an embedded image. */
export const isEmbedded = (address: string): boolean => EMBEDDED.test(address);

/** Decodes an embedded image. */
export const embeddedBytes = (address: string): Buffer =>
  Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');

/** Removes external references from CSS and reports whether there were any. */
export function styleInside(css: string): { readonly css: string; readonly isCut: boolean } {
  // Decode escapes first: they could hide a name from the patterns below.
  const plain = css.replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => {
    const point = Number.parseInt(code, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
  let isCut = false;
  const inside = plain
    .replaceAll(IMPORT, () => {
      isCut = true;
      return '';
    })
    .replaceAll(URL_FUNCTION, (whole, double?: string, single?: string, bare?: string) => {
      if (LOCAL.test(double ?? single ?? bare ?? '')) return whole;
      isCut = true;
      return 'none';
    });
  return { css: inside, isCut };
}

/** Returns the IDs that an attribute refers to as `#name`, or any number of times as `url(#name)`. */
export function referencesIn(name: string, value: string): string[] {
  if (/(?:^|:)href$/.test(name)) return LOCAL.test(value) ? [value.trim().slice(1)] : [];
  if (!value.includes('url')) return [];
  return [...value.matchAll(URL_FUNCTION)].flatMap(([, double, single, bare]) => {
    const address = (double ?? single ?? bare ?? '').trim();
    return address.startsWith('#') ? [address.slice(1)] : [];
  });
}
