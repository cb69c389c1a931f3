import { endOfProlog } from '../../base/markup-prolog.ts';
import { tagEnd } from '../../base/tag-end.ts';

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
const DOCTYPE = /<!doctype[^>]*>/iy;

const META_START = /<meta\b/gi;
const REFRESHES = /http-equiv\s*=\s*(?:["']\s*)?refresh\b/i;

/** Without the tags that lead to another page after a time. One written so that it is missed is noticed when it does. */
function withoutRefresh(html: string): string {
  const kept: string[] = [];
  let from = 0;
  let behind = 0;
  for (const { index } of html.matchAll(META_START)) {
    if (index < behind) continue;
    const end = tagEnd(html, index);
    if (end < 0) break;
    behind = end;
    if (!REFRESHES.test(html.slice(index, end))) continue;
    kept.push(html.slice(from, index));
    from = end;
  }
  return [...kept, html.slice(from)].join('');
}

function endOfDoctype(html: string): number {
  const start = endOfProlog(html);
  DOCTYPE.lastIndex = start;
  return start + (DOCTYPE.exec(html)?.[0].length ?? 0);
}

/** A page that fetches nothing and stays where it is. */
export function shieldHtml(html: string): string {
  const end = endOfDoctype(html);
  return `${html.slice(0, end)}${META}${withoutRefresh(html.slice(end))}`;
}
