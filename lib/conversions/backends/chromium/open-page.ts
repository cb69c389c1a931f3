import * as z from 'zod';
import type { Browser } from './launch-browser.ts';
import { launchBrowser } from './launch-browser.ts';

/** A blank page, isolated from the network and other pages. */
export interface Page {
  /** Sends a DevTools command to the page; rejects if the page crashes. */
  readonly ask: <T>(schema: z.ZodType<T>, method: string, params?: object) => Promise<T>;
  /** Renders a document and waits until it is complete. Throws Error if it redirects. */
  readonly show: (html: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const nothing = z.unknown();
const frameTree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });
const paused = z.object({ requestId: z.string() });
const navigation = z.object({ frameId: z.string() });

// Page scripts are disabled; this one is ours.
const READY = 'document.fonts.ready.then(() => undefined)';

async function openPage(browser: Browser): Promise<Page> {
  const { devtools } = browser;
  const context = await devtools.ask(
    z.object({ browserContextId: z.string() }),
    'Target.createBrowserContext',
  );
  const { targetId } = await devtools.ask(z.object({ targetId: z.string() }), 'Target.createTarget', {
    url: 'about:blank',
    ...context,
  });
  const attach = { targetId, flatten: true };
  const { sessionId } = await devtools.ask(
    z.object({ sessionId: z.string() }),
    'Target.attachToTarget',
    attach,
  );
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const loaded = Promise.withResolvers<void>();
  let mainFrame: string | undefined;
  const stop = devtools.listen(({ method, params, sessionId: of }) => {
    if (of !== sessionId) return;
    if (method === 'Fetch.requestPaused') {
      const { requestId } = paused.parse(params);
      const refusal = { requestId, errorReason: 'BlockedByClient' };
      // Fails if the page was closed in the meantime.
      devtools.ask(nothing, 'Fetch.failRequest', refusal, sessionId).catch(() => undefined);
    }
    if (method === 'Page.loadEventFired') loaded.resolve();
    if (method === 'Inspector.targetCrashed') failed.reject(new Error('The page crashed.'));
    const redirects =
      method === 'Page.frameScheduledNavigation' || method === 'Page.frameRequestedNavigation';
    if (redirects && navigation.parse(params).frameId === mainFrame) {
      failed.reject(new Error('The page redirects.'));
    }
  });
  const ask: Page['ask'] = (schema, method, params) =>
    Promise.race([devtools.ask(schema, method, params, sessionId), failed.promise]);
  const offline = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
  await Promise.all([
    ask(nothing, 'Page.enable'),
    ask(nothing, 'Inspector.enable'),
    ask(nothing, 'Network.enable'),
    ask(nothing, 'Emulation.setScriptExecutionDisabled', { value: true }),
    ask(nothing, 'Network.emulateNetworkConditions', offline),
    ask(nothing, 'Network.setBypassServiceWorker', { bypass: true }),
    ask(nothing, 'Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ask(nothing, 'Page.setDownloadBehavior', { behavior: 'deny' }),
  ]);
  const { frame } = (await ask(frameTree, 'Page.getFrameTree')).frameTree;
  return {
    ask,
    show: async (html) => {
      mainFrame = frame.id;
      await ask(nothing, 'Page.setDocumentContent', { frameId: frame.id, html });
      await Promise.race([loaded.promise, failed.promise]);
      await ask(nothing, 'Runtime.evaluate', { expression: READY, awaitPromise: true });
    },
    close: async () => {
      stop();
      await devtools.ask(nothing, 'Target.disposeBrowserContext', context);
    },
  };
}

let running: Promise<Browser> | undefined;

/** Starts the browser, which keeps running, unless it runs already. */
export async function runningBrowser(): Promise<Browser> {
  const started = running;
  const known = await started?.catch(() => undefined);
  if (known?.isRunning()) return known;
  // Another conversion has started one in the meantime; two cannot share the profile.
  if (running !== started) return await runningBrowser();
  running = launchBrowser();
  return await running;
}

/**
 * Runs `work` with a page that is used for one document only. Keeps the browser running, because starting it takes most of a short document's
 * time; it keeps this process alive only during the work. Nothing goes on afterwards: Lambda may freeze the browser then.
 */
export async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await runningBrowser();
  const release = browser.hold();
  try {
    const page = await openPage(browser);
    try {
      return await work(page);
    } finally {
      await page.close().catch(() => browser.kill());
    }
  } finally {
    release();
  }
}
