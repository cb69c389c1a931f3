import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDashboard } from '../../dashboard/build.ts';

const maxFirstLoadBytes = 60 * 1024;

let folder: string;
let firstLoad: readonly string[];
let html: string;
let scripts: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-dashboard-build-'));
  ({ firstLoad } = await buildDashboard(folder));
  html = await readFile(join(folder, 'index.html'), 'utf8');
  const names = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'));
  scripts = new Map(
    await Promise.all(
      names.map(
        async (name): Promise<[string, string]> => [
          `assets/${name}`,
          await readFile(join(folder, 'assets', name), 'utf8'),
        ],
      ),
    ),
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the built dashboard', () => {
  it('loads less than 60 KB of gzipped scripts initially', () => {
    const bytes = firstLoad.map((path) => gzipSync(scripts.get(path) ?? '').length);

    expect(firstLoad.length).toBeGreaterThan(1);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxFirstLoadBytes);
  });

  it('refers to every script of the initial load by a path with its hash', () => {
    const named = [...html.matchAll(/(?:src|href)="\/dashboard\/(assets\/[^"]+\.js)"/g)].map(
      ([, path]) => path,
    );

    expect(named.toSorted()).toEqual(firstLoad.toSorted());
    for (const path of named) expect(path).toMatch(/-[0-9A-Z]{8}\.js$/);
  });

  it('complies with a strict Content-Security-Policy', () => {
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
    expect([...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)].map(([, , inline]) => inline)).toEqual([
      '',
      '',
    ]);
    const own = [...scripts].filter(([path]) => !path.includes('/pdf-'));
    const code = own.map(([, text]) => text).join('\n');
    expect(code.match(/\beval\(|new Function\b/g)).toBeNull();
    const addresses = code.match(/https?:\/\/[\w.-]+\.\w+/g) ?? [];
    expect(addresses.filter((address) => address !== 'http://www.w3.org')).toEqual([]);
  });

  it('loads pdf.js later, which evaluates no code either', () => {
    const drawing = [...scripts].filter(([path]) => path.includes('/pdf-'));

    expect(drawing.map(([path]) => path.replace(/-[0-9A-Z]{8}/, '')).toSorted()).toEqual([
      'assets/pdf-pages.js',
      'assets/pdf-worker.js',
    ]);
    expect(drawing.filter(([path]) => firstLoad.includes(path))).toEqual([]);
    for (const [, code] of drawing) expect(code.match(/\beval\(/g)).toBeNull();
    // Otherwise it compiles the functions of a document.
    expect(drawing.find(([path]) => path.includes('/pdf-pages'))?.[1]).toContain('isEvalSupported:!1');
  });

  it('stores only the theme beyond the tab', () => {
    const users = [...scripts].filter(([, code]) => code.includes('localStorage'));
    const calls = users.flatMap(([, code]) => code.match(/localStorage\.\w+\([^)]*\)/g) ?? []);

    expect(calls.length).toBeGreaterThan(0);
    const sources = [...scripts.values()].join('\n');
    expect(sources.match(/["']docforge\.[\w-]+["']/g)?.toSorted()).toEqual(
      expect.arrayContaining([
        '"docforge.renewing"',
        '"docforge.sign-in"',
        '"docforge.theme"',
        '"docforge.visit"',
      ]),
    );
    for (const call of calls) expect(call).toMatch(/^localStorage\.(getItem|setItem)\(\w+(,\w+)?\)$/);
  });

  it('contains no schema library', () => {
    expect([...scripts.values()].join('\n').match(/ZodType|\$Zod/g)).toBeNull();
  });
});
