// Characters that browsers remove before they parse the scheme (WHATWG URL 4.4), and others that URLs cannot contain.
const NOT_IN_ADDRESSES = /[\p{Cc}\p{Z}\ufeff]+/gu;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SHOWN_SCHEMES: readonly string[] = ['http', 'https', 'mailto'];
// Longer addresses are data or an attack, and slow to render.
const MAX_LENGTH = 8_192;

/**
 * Returns the address if it is safe to write as a link: web pages, email, anchors in the same document and, if
 * `allowRelative`, relative paths. Undefined for all others, including `javascript:` and `file:`.
 */
export function safeHref(
  href: string | undefined,
  { allowRelative = false }: { readonly allowRelative?: boolean } = {},
): string | undefined {
  if (href === undefined || href.length > MAX_LENGTH) return undefined;
  const address = href.trim().replaceAll(NOT_IN_ADDRESSES, (part) => encodeURI(part.replaceAll(/[^ ]/g, '')));
  if (address === '') return undefined;
  if (address.startsWith('#')) return address;
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined) return SHOWN_SCHEMES.includes(scheme) ? address : undefined;
  return allowRelative && !address.startsWith('//') ? address : undefined;
}
