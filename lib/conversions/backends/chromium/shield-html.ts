import { endOfProlog } from '../../base/markup-prolog.ts';
import { tagEnd } from '../../base/tag-end.ts';

// A page may only use what its own text contains. The browser's flags block everything else too; this prevents
// attempts.
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

// What may precede the root element (WHATWG HTML 13.1): comments and a document type. The policy goes after it, so that
// the page keeps its rendering mode.
const DOCTYPE = /<!doctype[^>]*>/iy;

const META_START = /<meta\b/gi;
const REFRESHES = /http-equiv\s*=\s*(?:["']\s*)?refresh\b/i;

/** Removes tags that redirect to another page after a delay. If one is missed, the redirect itself is detected. */
function withoutRefresh(html: string): string {
  const kept: string[] = [];
  let from = 0;
  let checkedTo = 0;
  for (const { index } of html.matchAll(META_START)) {
    if (index < checkedTo) continue;
    const end = tagEnd(html, index);
    if (end < 0) break;
    checkedTo = end;
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

/** Returns the page so that it fetches nothing and cannot redirect. */
export function shieldHtml(html: string): string {
  const end = endOfDoctype(html);
  return `${html.slice(0, end)}${META}${withoutRefresh(html.slice(end))}`;
}
