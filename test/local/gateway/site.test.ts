import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../local/gateway/answer.ts';
import { createSite, type ServeSite, type Site } from '../../../local/gateway/site.ts';
import { temporaryFolder } from '../fixture-stack.ts';

let directory: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ directory, remove } = await temporaryFolder());
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), 'page');
  await writeFile(join(directory, 'assets', 'main.js'), 'script');
});
afterAll(() => remove());

const serve = (changes: Partial<Site> = {}): ServeSite => {
  const deployment = { directory, keyPrefix: 'site', exclude: [], include: [], cacheControl: undefined };
  return createSite({
    headers: { 'x-frame-options': 'DENY' },
    deployments: [
      { ...deployment, exclude: ['index.html'], cacheControl: 'immutable' },
      { ...deployment, exclude: ['*'], include: ['index.html'], cacheControl: 'no-store' },
    ],
    ...changes,
  });
};

const readable = (answer: Answer) => [
  answer.statusCode,
  Object.fromEntries(answer.headers),
  answer.body.toString(),
];

describe('createSite', () => {
  it('serves the files of each deployment', () => {
    const site = serve();

    expect(readable(site({ method: 'GET', path: '/site/index.html' }))).toEqual([
      200,
      {
        'content-type': ['text/html; charset=utf-8'],
        'cache-control': ['no-store'],
        'x-frame-options': ['DENY'],
      },
      'page',
    ]);
    expect(readable(site({ method: 'GET', path: '/site/assets/main.js' }))).toEqual([
      200,
      {
        'content-type': ['text/javascript; charset=utf-8'],
        'cache-control': ['immutable'],
        'x-frame-options': ['DENY'],
      },
      'script',
    ]);
  });

  it('decodes a path once', () => {
    const site = serve();

    expect(site({ method: 'GET', path: '/site/%69ndex.html' }).statusCode).toBe(200);
    expect(site({ method: 'GET', path: '/site/%2569ndex.html' }).statusCode).toBe(404);
  });
});
