import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { launchChromium } from './chromium.ts';
import type { WatchedPage } from './dashboard-page.ts';

const stack = inject('stack');

export const newEmail = (): string => `${crypto.randomUUID().slice(0, 8)}@docforge.example`;

/** A text that takes the service ten seconds to convert, below its limit of characters and too large for a direct upload. */
export const longText = 'Line.\n'.repeat(1_600_000);

export let browser: Browser;

export let folder: string;

/** Violations that must never occur. */
export const expectNoHarm = async ({ page, complaints, origins, addresses }: WatchedPage): Promise<void> => {
  const allowed = [stack.baseUrl, stack.outputs.OidcIssuer ?? '', stack.endpoints.s3].map(
    (address) => new URL(address).origin,
  );
  expect(complaints).toEqual([]);
  expect([...origins].filter((origin) => !allowed.includes(origin))).toEqual([]);
  expect(
    addresses.filter((address) => /[?&#](access_token|id_token|id_token_hint)=|eyJ[\w-]*\.eyJ/.test(address)),
  ).toEqual([]);
  const stored: string = await page.evaluate('JSON.stringify([localStorage, sessionStorage])');
  expect(stored).not.toMatch(/eyJ|df_live_|verifier|nonce/);
};

/** Gives the tests of a file a browser and a folder for files. */
export const useBrowser = (): void => {
  beforeAll(async () => {
    browser = await launchChromium();
    folder = await mkdtemp(join(tmpdir(), 'docforge-dashboard-'));
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });
};
