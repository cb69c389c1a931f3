import { openPage, type Page, type ReusablePage } from './isolated-page.ts';
import { type Browser, launchBrowser } from './launch-browser.ts';

let running: Promise<Browser> | undefined;
// The page that waits for the next document, for each browser.
const waiting = new WeakMap<Browser, ReusablePage>();

async function startBrowser(): Promise<Browser> {
  const { browser, page } = await launchBrowser();
  waiting.set(browser, page);
  return browser;
}

/** Starts the browser, which keeps running, unless it runs already. */
export async function runningBrowser(): Promise<Browser> {
  const started = running;
  const known = await started?.catch(() => undefined);
  if (known?.isRunning()) return known;
  // Another conversion has started one in the meantime; two cannot share the profile.
  if (running !== started) return await runningBrowser();
  running = startBrowser();
  return await running;
}

async function takePage(browser: Browser): Promise<ReusablePage> {
  const page = waiting.get(browser);
  waiting.delete(browser);
  return page ?? (await openPage(browser.devtools));
}

/** Keeps a page for the next document, unless another one waits or it cannot be cleared. */
async function returnPage(browser: Browser, page: ReusablePage): Promise<void> {
  const isClear = await page.clear().then(
    () => true,
    () => false,
  );
  if (isClear && !waiting.has(browser)) waiting.set(browser, page);
  else await page.close().catch(() => browser.kill());
}

/**
 * Runs `work` with a blank page. Keeps the browser and a page, because starting them takes most of a short document's time; they keep
 * this process alive only during the work. Nothing goes on afterwards: Lambda may freeze the browser then.
 */
export async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await runningBrowser();
  const release = browser.hold();
  try {
    const page = await takePage(browser);
    try {
      return await work(page);
    } finally {
      await returnPage(browser, page);
    }
  } finally {
    release();
  }
}
