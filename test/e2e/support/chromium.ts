import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const debian = '/usr/bin/chromium';
const pack = fileURLToPath(new URL('../bin', import.meta.resolve('@sparticuz/chromium')));
const unpacked = fileURLToPath(new URL('../../../node_modules/.cache/chromium', import.meta.url));

/** The browser of the package in a folder of our own, with the libraries that a bare machine lacks (NSS, NSPR, expat). */
const unpack = async (): Promise<{ executablePath: string; env: Record<string, string> }> => {
  await mkdir(unpacked, { recursive: true });
  const { TMPDIR } = process.env;
  // The package unpacks into the folder for temporary files, which other versions and users share.
  process.env.TMPDIR = unpacked;
  try {
    const executablePath = await chromium.executablePath();
    const libraries = join(await inflate(join(pack, 'al2023.tar.br')), 'lib');
    const env = { ...process.env, LD_LIBRARY_PATH: libraries, TMPDIR: TMPDIR ?? '/tmp' };
    return { executablePath, env: env as Record<string, string> };
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
};

/** A headless browser: Debian's Chromium if installed, otherwise the one of the package. */
export const launchChromium = async (): Promise<Browser> =>
  playwright.launch({
    ...(existsSync(debian) ? { executablePath: debian } : await unpack()),
    // Some of the package's arguments, which are made for Lambda, disable what is tested here.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--hide-scrollbars'],
    headless: true,
  });
