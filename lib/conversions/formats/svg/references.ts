// Kinds of pictures that an SVG may hold in itself; another SVG could hold the next.
const EMBEDDED = /^\s*data:image\/(?:png|jpe?g|gif|webp)(?:;[\w=;-]*)?;base64,/i;
const LOCAL = /^\s*#/;
// CSS Syntax 3, 4.3.5 and 4.3.6: a string ends with its line at the latest, an address with the text. What is not closed is
// matched too, so that nothing is read twice.
const URL_FUNCTION = /url\s*\(\s*(?:"([^"\n]*)"?|'([^'\n]*)'?|([^)]*))\s*\)?/gi;
const IMPORT = /@import\b[^;]*(?:;|$)/gi;

/** Whether an address stays within the file: a part of it, or a picture that stands in it. */
export const staysInside = (address: string): boolean => LOCAL.test(address) || EMBEDDED.test(address);

/** Whether an address is a picture that stands in the file. */
export const isEmbedded = (address: string): boolean => EMBEDDED.test(address);

/** The bytes of an embedded picture. */
export const embeddedBytes = (address: string): Buffer =>
  Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');

/** Style rules without what they would fetch, and whether there was any. */
export function styleInside(css: string): { readonly css: string; readonly isCut: boolean } {
  // An escape could hide a name from what is looked for here.
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

/** Names of the parts that a value refers to: `#name`, or `url(#name)` any number of times. */
export function referencesIn(name: string, value: string): string[] {
  if (/(?:^|:)href$/.test(name)) return LOCAL.test(value) ? [value.trim().slice(1)] : [];
  if (!value.includes('url')) return [];
  return [...value.matchAll(URL_FUNCTION)].flatMap(([, double, single, bare]) => {
    const address = (double ?? single ?? bare ?? '').trim();
    return address.startsWith('#') ? [address.slice(1)] : [];
  });
}
