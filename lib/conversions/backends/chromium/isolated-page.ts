import * as z from 'zod';
import type { Devtools } from './devtools.ts';

/** A page without network and scripts. */
export interface Page {
  /** Sends a DevTools command to the page; rejects if the page crashes. */
  readonly ask: <T>(schema: z.ZodType<T>, method: string, params?: object) => Promise<T>;
  /** Renders a document and waits until it is complete. Throws Error if it redirects. */
  readonly show: (html: string) => Promise<void>;
}

/** A page that shows one document after another. */
export interface ReusablePage extends Page {
  /** Replaces the document with a new blank one and resets what was emulated. Rejects if the page crashed or redirected. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const nothing = z.unknown();
const frameTree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });
const paused = z.object({ requestId: z.string() });
const navigation = z.object({ frameId: z.string() });

// Page scripts are disabled; this one is ours.
const READY = 'document.fonts.ready.then(() => undefined)';

/** Opens a blank page. This starts a renderer, which takes most of the time of a short document. */
export async function openPage(devtools: Devtools): Promise<ReusablePage> {
  const target = await devtools.ask(z.object({ targetId: z.string() }), 'Target.createTarget', {
    url: 'about:blank',
  });
  const { sessionId } = await devtools.ask(z.object({ sessionId: z.string() }), 'Target.attachToTarget', {
    ...target,
    flatten: true,
  });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  let onLoad = (): void => undefined;
  let shownFrame: string | undefined;
  const stop = devtools.listen(({ method, params, sessionId: of }) => {
    if (of !== sessionId) return;
    if (method === 'Fetch.requestPaused') {
      const { requestId } = paused.parse(params);
      const refusal = { requestId, errorReason: 'BlockedByClient' };
      // Fails if the page was closed in the meantime.
      devtools.ask(nothing, 'Fetch.failRequest', refusal, sessionId).catch(() => undefined);
    }
    if (method === 'Page.loadEventFired') onLoad();
    if (method === 'Inspector.targetCrashed') failed.reject(new Error('The page crashed.'));
    const redirects =
      method === 'Page.frameScheduledNavigation' || method === 'Page.frameRequestedNavigation';
    if (redirects && navigation.parse(params).frameId === shownFrame) {
      failed.reject(new Error('The page redirects.'));
    }
  });
  const ask: Page['ask'] = (schema, method, params) =>
    Promise.race([devtools.ask(schema, method, params, sessionId), failed.promise]);
  /** Sends a command that loads a document, and waits for it. */
  const load: Page['ask'] = async (schema, method, params) => {
    const loaded = Promise.withResolvers<void>();
    onLoad = loaded.resolve;
    const result = await ask(schema, method, params);
    await Promise.race([loaded.promise, failed.promise]);
    return result;
  };
  const offline = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };
  const [first] = await Promise.all([
    ask(frameTree, 'Page.getFrameTree'),
    ask(nothing, 'Page.enable'),
    ask(nothing, 'Inspector.enable'),
    ask(nothing, 'Network.enable'),
    ask(nothing, 'Emulation.setScriptExecutionDisabled', { value: true }),
    ask(nothing, 'Network.emulateNetworkConditions', offline),
    ask(nothing, 'Network.setBypassServiceWorker', { bypass: true }),
    ask(nothing, 'Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ask(nothing, 'Page.setDownloadBehavior', { behavior: 'deny' }),
  ]);
  let frameId = first.frameTree.frame.id;
  return {
    ask,
    show: async (html) => {
      shownFrame = frameId;
      await load(nothing, 'Page.setDocumentContent', { frameId, html });
      await ask(nothing, 'Runtime.evaluate', { expression: READY, awaitPromise: true });
    },
    clear: async () => {
      shownFrame = undefined;
      const [blank] = await Promise.all([
        load(navigation, 'Page.navigate', { url: 'about:blank' }),
        ask(nothing, 'Emulation.clearDeviceMetricsOverride'),
      ]);
      frameId = blank.frameId;
    },
    close: async () => {
      stop();
      await devtools.ask(nothing, 'Target.closeTarget', target);
    },
  };
}
