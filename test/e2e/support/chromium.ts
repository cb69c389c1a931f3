import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const debian = '/usr/bin/chromium';

/** A real browser without a screen: Debian's Chromium where there is one, else the one of the package. */
export const launchChromium = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: existsSync(debian) ? debian : await chromium.executablePath(),
    // Of the package's arguments, which are made for Lambda, some switch off what is tested here.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--hide-scrollbars'],
    headless: true,
  });
