import { nameTable } from '../../base/name-table.ts';
import { tagEnd } from '../../base/tag-end.ts';
import { ConversionError } from '../../errors.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { MAX_CHARACTERS } from './limits.ts';

/** The files next to a page, by their path in the folder that contains all of them. */
type PageFiles = (path: string) => Uint8Array | undefined;

/** A page that contains the files it refers to. */
interface CompletePage {
  readonly html: string;
  /** Paths of the files in it. */
  readonly used: ReadonlySet<string>;
}

const mimeTypes: Readonly<Record<string, string>> = nameTable({
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
});

// Style sheets that import each other.
const MAX_IMPORTS = 5;
// Of an address in CSS; others are data.
const MAX_ADDRESS = 2_000;

const TAG = /<([a-z][a-z0-9]*)/gi;
const ATTRIBUTE =
  /([\s"'])(src|poster|background|xlink:href|href|srcset|style)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)/gi;
const URL_IN_CSS = /url\(([^()]*)\)/gi;
const IMPORT = /@import([^;{}@]*);/gi;
const STYLE_END = /<\/style\b/gi;

const unquoted = (value: string): string => value.trim().replace(/^["']/, '').replace(/["']$/, '');

/** The address in a rule that imports a style sheet, before its conditions. */
function importedAddress(rule: string): string {
  const [first = ''] = rule
    .trim()
    .replace(/^url\(/i, '')
    .split(/[\s)]/, 1);
  return unquoted(first);
}

/** The path of a file from the one that refers to it; undefined for addresses elsewhere and above the folder. */
function pathFrom(base: string, address: string): string | undefined {
  const [reference = ''] = address.trim().replaceAll('\\', '/').split(/[?#]/, 1);
  if (reference === '' || reference.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(reference))
    return undefined;
  const path = reference.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const part of reference.split('/')) {
    if (part === '..') {
      if (path.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') path.push(part);
  }
  try {
    return decodeURIComponent(path.join('/'));
  } catch {
    return path.join('/');
  }
}

/**
 * Puts the style sheets, images and fonts that a page refers to into it, so that it can be shown alone. `path` is that of the
 * page. Nothing else is fetched. Throws ConversionError `too_complex` if the page becomes too long.
 */
export function completePage(html: string, path: string, files: PageFiles): CompletePage {
  const used = new Set<string>();
  let added = html.length;

  function fileAt(
    base: string,
    address: string,
  ): { readonly path: string; readonly bytes: Uint8Array } | undefined {
    const found = pathFrom(base, address);
    const bytes = found === undefined ? undefined : files(found);
    if (found === undefined || bytes === undefined) return undefined;
    added += bytes.length * (4 / 3);
    if (added > MAX_CHARACTERS)
      throw new ConversionError(
        'too_complex',
        `The page has more than ${MAX_CHARACTERS} characters with its images, the limit. Use fewer or smaller ones.`,
      );
    used.add(found);
    return { path: found, bytes };
  }

  function dataUri(base: string, address: string): string | undefined {
    const mimeType = mimeTypes[pathFrom(base, address)?.split('.').at(-1)?.toLowerCase() ?? ''];
    const file = mimeType === undefined ? undefined : fileAt(base, address);
    return file === undefined
      ? undefined
      : `data:${mimeType};base64,${Buffer.from(file.bytes).toString('base64')}`;
  }

  function sheet(base: string, address: string, depth: number): string | undefined {
    const file = depth > MAX_IMPORTS ? undefined : fileAt(base, address);
    if (file === undefined) return undefined;
    // Ends no element that it is put into.
    return completeCss(
      Buffer.from(file.bytes)
        .toString()
        .replace(/^\ufeff/, ''),
      file.path,
      depth,
    ).replaceAll('</', '<\\/');
  }

  function completeCss(css: string, base: string, depth: number): string {
    return css
      .replaceAll(IMPORT, (rule, address: string) => sheet(base, importedAddress(address), depth + 1) ?? rule)
      .replaceAll(URL_IN_CSS, (rule, quoted: string) => {
        const address = unquoted(quoted);
        const data = address.length > MAX_ADDRESS ? undefined : dataUri(base, address);
        return data === undefined ? rule : `url("${data}")`;
      });
  }

  function completeTag(tag: string, name: string): string {
    const attributes = new Map(
      [...tag.matchAll(/\s(rel|href|media)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)/gi)].map(
        ([, key = '', value = '']) => [key.toLowerCase(), unquoted(value)],
      ),
    );
    if (name === 'link') {
      if (!/(?:^|\s)stylesheet(?:\s|$)/i.test(attributes.get('rel') ?? '')) return tag;
      const css = sheet(path, attributes.get('href') ?? '', 0);
      const media = attributes.get('media');
      return css === undefined
        ? tag
        : `<style${media === undefined ? '' : ` media="${escapeMarkup(media)}"`}>${css}</style>`;
    }
    let isInside = false;
    const whole = tag.replaceAll(ATTRIBUTE, (attribute, before: string, key: string, quoted: string) => {
      const value = unquoted(quoted);
      switch (key.toLowerCase()) {
        case 'style':
          return `${before}style="${completeCss(value, path, 0).replaceAll('"', '&quot;')}"`;
        case 'srcset':
          return attribute;
        case 'href':
          if (name !== 'image') return attribute;
      }
      const data = dataUri(path, value.replaceAll('&amp;', '&'));
      isInside ||= data !== undefined;
      return data === undefined ? attribute : `${before}${key}="${data}"`;
    });
    // The browser would prefer a candidate that is not in the page.
    return isInside ? whole.replace(/\ssrcset\s*=\s*("[^"]*"|'[^']*')/i, '') : whole;
  }

  const parts: string[] = [];
  let from = 0;
  for (TAG.lastIndex = 0; ; ) {
    const found = TAG.exec(html);
    if (found === null) break;
    const end = tagEnd(html, found.index);
    if (end < 0) break;
    const name = found[1]?.toLowerCase() ?? '';
    parts.push(html.slice(from, found.index), completeTag(html.slice(found.index, end), name));
    from = end;
    if (name === 'style') {
      STYLE_END.lastIndex = end;
      const close = STYLE_END.exec(html)?.index ?? html.length;
      parts.push(completeCss(html.slice(end, close), path, 0));
      from = close;
    }
    TAG.lastIndex = from;
  }
  return { html: `${parts.join('')}${html.slice(from)}`, used };
}
