import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryFormats, trySampleNames } from '../../lib/api/try-samples.ts';
import { formats } from '../../lib/conversions/formats.ts';
import { limitRows } from '../../lib/plans.ts';
import { buildSite } from '../../site/build.ts';

const maxFirstLoadBytes = 30 * 1024;

let folder: string;
let firstLoadBytes: number;
/** HTML by its path in the folder. */
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docforge-site-build-'));
  ({ firstLoadBytes } = await buildSite(folder, { origin: 'https://docs.example' }));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  pages = new Map(
    names
      .filter((name) => name.endsWith('.html'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The pages that a search engine should find. */
const publicPages = (): [string, string][] => [...pages].filter(([name]) => name !== 'missing-page.html');

const countOf = (html: string, pattern: RegExp): number => html.match(pattern)?.length ?? 0;

describe('the built site', () => {
  it('gives every page a title and a description of its own, one heading and its address', () => {
    const titles = publicPages().map(([, html]) => /<title>([^<]+)<\/title>/.exec(html)?.[1]);
    const descriptions = publicPages().map(
      ([, html]) => /<meta name="description" content="([^"]+)"/.exec(html)?.[1],
    );

    expect(new Set(titles).size).toBe(publicPages().length);
    expect(new Set(descriptions).size).toBe(publicPages().length);
    for (const [name, html] of publicPages()) {
      expect([name, countOf(html, /<h1[\s>]/g)]).toEqual([name, 1]);
      expect(html).toContain(
        `<link rel="canonical" href="https://docs.example/${name.slice(0, -'index.html'.length)}">`,
      );
    }
  });

  it('complies with a strict Content-Security-Policy', () => {
    for (const [name, html] of pages) {
      const tags = html.replaceAll(/<pre[\s>].*?<\/pre>/gs, '').match(/<[a-z][^>]*>/g) ?? [];
      const offending = tags.filter((tag) => /^<style|\sstyle=|\son\w+=|href="javascript:/.test(tag));
      const loaded = tags.filter(
        (tag) =>
          /^<(?:script|link|img|iframe|source)\b/.test(tag) && /(?:src|href)="(?:https?:)?\/\//.test(tag),
      );

      expect([name, offending]).toEqual([name, []]);
      expect([name, loaded.filter((tag) => !tag.includes('rel="canonical"'))]).toEqual([name, []]);
      expect([name, html.match(/<script[^>]*>[^<]+<\/script>/g)]).toEqual([name, null]);
    }
  });

  it('loads at most 30 KB of scripts at first', () => {
    expect(firstLoadBytes).toBeGreaterThan(0);
    expect(firstLoadBytes).toBeLessThan(maxFirstLoadBytes);
  });

  it('lists every page for search engines, by its address', () => {
    const sitemap = readFileSync(join(folder, 'sitemap.xml'), 'utf8');
    const listed = [...sitemap.matchAll(/<loc>https:\/\/docs\.example\/([^<]*)<\/loc>/g)].map(
      ([, path]) => `${path}index.html`,
    );

    expect(listed.toSorted()).toEqual(
      publicPages()
        .map(([name]) => name)
        .toSorted(),
    );
    expect(readFileSync(join(folder, 'robots.txt'), 'utf8')).toContain(
      'Sitemap: https://docs.example/sitemap.xml',
    );
  });

  it('offers on the first page what POST /try accepts, every format and every limit of the plans', () => {
    const page = pages.get('index.html') ?? '';

    const values = (name: string): string[] =>
      [...page.matchAll(new RegExp(`name="${name}" value="(\\w+)"`, 'g'))].map(([, value = '']) => value);
    expect(values('sample')).toEqual(trySampleNames);
    expect(values('target')).toEqual([...tryFormats, 'file']);
    expect(countOf(page, /<li><a href="\/docs\/formats\//g)).toBe(Object.keys(formats).length);
    for (const [label] of limitRows) expect(page).toContain(`<th scope="row">${label}</th>`);
    // Without the size of an image, the page moves when it arrives.
    expect(countOf(page, /<img (?![^>]*width="\d+" height="\d+")/g)).toBe(0);
  });

  it('has an icon for clients that ask for favicon.ico', () => {
    const icon = readFileSync(join(folder, 'favicon.ico'));

    expect([icon.readUInt16LE(2), icon.readUInt16LE(4), icon.toString('latin1', 23, 26)]).toEqual([
      1,
      1,
      'PNG',
    ]);
  });

  it('has the Markdown of each page of the documentation beside it', () => {
    for (const [name] of publicPages().filter(([path]) => path.startsWith('docs/'))) {
      const markdown = name === 'docs/index.html' ? 'docs/index.md' : name.replace('/index.html', '.md');
      expect(readFileSync(join(folder, markdown), 'utf8')).not.toBe('');
    }
  });

  it('gives code colours by classes, and tables and code a way to scroll by keyboard', () => {
    const page = pages.get('docs/guides/uploads/index.html') ?? '';

    expect(page).toContain('<span class="hljs-');
    expect(countOf(page, /<table/g)).toBeGreaterThan(0);
    expect(countOf(page, /<div class="table" tabindex="0" role="group" aria-label=/g)).toBe(
      countOf(page, /<table/g),
    );
    expect(countOf(page, /<pre tabindex="0"/g)).toBe(countOf(page, /<pre/g));
  });
});
