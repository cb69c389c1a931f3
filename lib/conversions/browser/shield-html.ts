// What a page may use: what is in its own text. The browser's walls stop all else too; this keeps it from even trying.
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline' data:",
  'img-src data:',
  'font-src data:',
  'media-src data:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

const META = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;

// What may stand before the root element: WHATWG HTML 13.1, comments and a document type. Behind it, so that a page stays in the mode it
// asks for.
const PROLOGUE = /^(?:\s|\uFEFF|<!--(?:(?!-->)[\s\S])*-->|<\?xml[^>]*>)*(?:<!doctype[^>]*>)?/i;

const REFRESH = /<meta\b[^>]{0,1000}?http-equiv\s*=\s*["']?\s*refresh\b[^>]{0,4000}>/gi;

/** A page that fetches nothing and stays where it is. */
export function shieldHtml(html: string): string {
  const end = PROLOGUE.exec(html)?.[0].length ?? 0;
  return `${html.slice(0, end)}${META}${html.slice(end).replaceAll(REFRESH, '')}`;
}
