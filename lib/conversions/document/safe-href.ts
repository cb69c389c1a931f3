// What browsers leave out of an address before they look for its scheme (WHATWG URL 4.4), and more that no address has.
const NOT_IN_ADDRESSES = /[\p{Cc}\p{Z}\ufeff]+/gu;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SHOWN_SCHEMES: readonly string[] = ['http', 'https', 'mailto'];
// Longer ones are data or an attack, and slow to show.
const MAX_LENGTH = 8_192;

/**
 * The address of a link that may stand in a result: web pages, mail, a place in the same document, and other files where
 * `takesRelative`. Undefined for any other, `javascript:` and `file:` among them.
 */
export function safeHref(
  href: string | undefined,
  { takesRelative = false }: { readonly takesRelative?: boolean } = {},
): string | undefined {
  if (href === undefined || href.length > MAX_LENGTH) return undefined;
  const address = href.trim().replaceAll(NOT_IN_ADDRESSES, (part) => encodeURI(part.replaceAll(/[^ ]/g, '')));
  if (address === '') return undefined;
  if (address.startsWith('#')) return address;
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined) return SHOWN_SCHEMES.includes(scheme) ? address : undefined;
  return takesRelative && !address.startsWith('//') ? address : undefined;
}
