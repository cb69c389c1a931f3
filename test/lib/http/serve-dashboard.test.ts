import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageHeaders } from '../../../lib/api/page-headers.ts';
import type { ApiFunction } from '../../../lib/http/api-handler.ts';
import { serveDashboard } from '../../../lib/http/serve-dashboard.ts';
import { callFunction } from '../../support/api-event.ts';

let folder: string;
let handler: ApiFunction;
const font = Buffer.from([0, 255, 1, 254]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docforge-dashboard-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<link href="/dashboard/assets/a.css"><a href="/other">');
  writeFileSync(join(folder, 'assets', 'a.woff2'), font);
  handler = serveDashboard(folder, "default-src 'none'");
});
afterAll(() => rmSync(folder, { recursive: true }));

const headers = { ...pageHeaders, 'Content-Security-Policy': "default-src 'none'" };

const get = (name: string) => callFunction(handler, { path: `/dashboard${name}`, proxy: name.slice(1) });

describe('the dashboard of an API', () => {
  it.each(['/', '/index.html', '/any/section'])(
    'has its page, with links below the stage, at %s',
    async (name) => {
      const { status, headers: received, text } = await get(name);

      expect([status, Buffer.from(text, 'base64').toString()]).toEqual([
        200,
        '<link href="/v1/dashboard/assets/a.css"><a href="/other">',
      ]);
      expect(received).toMatchObject({
        ...headers,
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
      });
    },
  );

  it('serves other files byte for byte, for ever', async () => {
    const { status, headers: received, text } = await get('/assets/a.woff2');

    expect([status, Buffer.from(text, 'base64')]).toEqual([200, font]);
    expect(received).toMatchObject({
      ...headers,
      'Content-Type': 'font/woff2',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
  });

  it('redirects to the path with a trailing slash', async () => {
    const { status, headers: received } = await get('');

    expect([status, received.Location]).toEqual([302, '/v1/dashboard/']);
  });

  it.each(['/assets/b.js', '/../package.json', '/assets/../../x.json', '/assets/.'])(
    'does not serve %s',
    async (name) => {
      expect([(await get(name)).status, (await get(name)).json.error]).toEqual([404, 'not_found']);
    },
  );
});
