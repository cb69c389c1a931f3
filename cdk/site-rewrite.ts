import { indexDocument } from '../lib/api/index-document.ts';
import type { SiteFiles } from './site-files.ts';

/** 24 bits of a text (FNV-1a), as in the function. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 24)) & 0xffffff).toString(36).padStart(5, '0');
};

/**
 * Returns the code of the CloudFront function for the first page and the documentation, which the local stack runs from the template.
 *
 * `/` returns JSON to clients that do not accept HTML. `/docs/x` redirects to the page with a slash. CloudFront replaces responses with an
 * error of a bucket only for the whole distribution, the API included, so the function knows the pages: 24 bits of each URL, because the
 * code has at most 10 KB.
 */
export const siteRewriteCode = ({ urls, missingPage }: Pick<SiteFiles, 'urls' | 'missingPage'>): string =>
  `var pages = '${urls.map(hashOf).join('')}';
var missing = ${JSON.stringify(missingPage)};
var index = ${JSON.stringify(JSON.stringify(indexDocument('$', { docs: '$/docs/', dashboard: '$/dashboard/' })))};
function answer(status, text, type, body) {
  return { statusCode: status, statusDescription: text, headers: { 'content-type': { value: type } }, body: { encoding: 'text', data: body } };
}
function isPage(uri) {
  var hash = 0x811c9dc5;
  for (var i = 0; i < uri.length; i += 1) hash = Math.imul(hash ^ uri.charCodeAt(i), 0x01000193);
  var code = ((hash ^ (hash >>> 24)) & 0xffffff).toString(36).padStart(5, '0');
  for (var at = 0; at < pages.length; at += 5) if (pages.substr(at, 5) === code) return true;
  return false;
}
function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (uri === '/') {
    var accept = request.headers.accept;
    if (!accept || !accept.value.includes('text/html')) {
      var host = request.headers.host.value;
      var scheme = /^(localhost|127\\.0\\.0\\.1)(:|$)/.test(host) ? 'http://' : 'https://';
      return answer(200, 'OK', 'application/json', index.split('$').join(scheme + host));
    }
    request.uri = '/index.html';
    return request;
  }
  if (!uri.startsWith('/docs') || uri.split('/').pop().includes('.')) return request;
  if (uri.endsWith('/') && isPage(uri)) {
    request.uri = uri + 'index.html';
    return request;
  }
  if (isPage(uri + '/')) {
    return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: uri + '/' } } };
  }
  return answer(404, 'Not Found', 'text/html; charset=utf-8', missing);
}`;
