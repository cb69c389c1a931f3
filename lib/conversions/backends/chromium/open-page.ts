import * as z from 'zod';
import type { Browser } from './launch-browser.ts';
import { launchBrowser } from './launch-browser.ts';

/** A page with nothing in it yet, shut off from everything. */
export interface Page {
  /** Asks the page for something, by the DevTools protocol; rejects when it crashes. */
  readonly ask: <T>(schema: z.ZodType<T>, method: string, params?: object) => Promise<T>;
  /** Shows a document and waits until all that is in it is there. Throws Error where it leads elsewhere by itself. */
  readonly show: (html: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const nothing = z.unknown();
const frameTree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });
const paused = z.object({ requestId: z.string() });
const navigation = z.object({ frameId: z.string() });

// Scripts of the page are off; this one is ours.
const READY = 'document.fonts.ready.then(() => undefined)';

async function openPage(browser: Browser): Promise<Page> {
  const { devtools } = browser;
  const inContext = await devtools.ask(
    z.object({ browserContextId: z.string() }),
    'Target.createBrowserContext',
  );
  const { targetId } = await devtools.ask(z.object({ targetId: z.string() }), 'Target.createTarget', {
    url: 'about:blank',
    ...inContext,
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
      // Gone already where the page was closed meanwhile.
      devtools.ask(nothing, 'Fetch.failRequest', refusal, sessionId).catch(() => undefined);
    }
    if (method === 'Page.loadEventFired') loaded.resolve();
    if (method === 'Inspector.targetCrashed') failed.reject(new Error('The page crashed.'));
    const leaves = method === 'Page.frameScheduledNavigation' || method === 'Page.frameRequestedNavigation';
    if (leaves && navigation.parse(params).frameId === mainFrame) {
      failed.reject(new Error('The page leads to another.'));
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
      await devtools.ask(nothing, 'Target.disposeBrowserContext', inContext);
    },
  };
}

let running: Promise<Browser> | undefined;
let next: Promise<Page> | undefined;

async function runningBrowser(): Promise<Browser> {
  const known = await running?.catch(() => undefined);
  if (known?.isRunning()) return known;
  next = undefined;
  running = launchBrowser();
  return await running;
}

/**
 * Works with a page that no document was in before and none will be in after it. The browser stays for the next, with a page in
 * reserve, as starting its process takes most of the time that a short document needs.
 */
export async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await runningBrowser();
  const page = (await next?.catch(() => undefined)) ?? (await openPage(browser));
  next = undefined;
  try {
    return await work(page);
  } finally {
    // Nobody waits for it: the next document has a page of its own.
    void page.close().catch(() => browser.kill());
    if (browser.isRunning()) {
      next = openPage(browser);
      next.catch(() => undefined);
    }
  }
}
