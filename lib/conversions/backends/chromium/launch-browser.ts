import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { writeFontConfig } from '../fonts/font-config.ts';
import { connectDevtools, type Devtools } from './devtools.ts';
import { openPage, type ReusablePage } from './isolated-page.ts';
import { makeBrowserFolder, unpackBrowser } from './unpack-browser.ts';

/** A running browser. */
export interface Browser {
  readonly devtools: Devtools;
  readonly isRunning: () => boolean;
  readonly kill: () => void;
  /** Keeps this process alive until the returned function is called; a browser that nobody holds does not. */
  readonly hold: () => () => void;
}

// Blocks all traffic: no name resolves, nothing listens at the proxy, and loopback does not bypass it.
const networkFlags = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-crash-reporter',
  // The last two keep or replace a page's process when it becomes blank.
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,DnsOverHttpsUpgrade,AsyncDns,SpareRendererForSitePerProcess,BackForwardCache,RenderDocument',
];

const renderingFlags = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--lang=en-US',
];

const processFlags = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  // No window, process or thread of what only a screen needs.
  '--no-startup-window',
  '--in-process-gpu',
  '--use-gl=disabled',
  '--no-unsandboxed-zygote',
  // Lambda has no /dev/shm or only 64 MB.
  '--disable-dev-shm-usage',
  // One process less, which starts sooner. Pages have no network.
  '--enable-features=NetworkServiceInProcess2',
  '--mute-audio',
  '--deny-permission-prompts',
];

/**
 * Flags to start with, best first. The sandbox requires namespaces, which Lambda lacks, and an account other than
 * root.
 */
const sandboxFlags: readonly (readonly string[])[] = [[], ['--no-sandbox']];

let firstWorking = process.getuid?.() === 0 ? 1 : 0;

function start(child: ChildProcess): Browser {
  const [, , , requests, replies] = child.stdio;
  if (!(requests instanceof Socket) || !(replies instanceof Socket))
    throw new Error('The browser has no pipes.');
  const devtools = connectDevtools(requests, replies);
  let isRunning = true;
  const end = (reason: string): void => {
    isRunning = false;
    devtools.end(new Error(reason));
  };
  child.once('error', (error) => end(`The browser did not start: ${error.message}`));
  child.once('exit', (code, signal) => end(`The browser exited: ${signal ?? code}.`));
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  // Before its folder is removed.
  process.prependOnceListener('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const handles = [child, requests, replies];
  let holders = 0;
  const hold = (): (() => void) => {
    holders += 1;
    for (const handle of handles) handle.ref();
    return () => {
      holders -= 1;
      if (holders === 0) for (const handle of handles) handle.unref();
    };
  };
  return { devtools, isRunning: () => isRunning, kill, hold };
}

/** Opens a page. Returns undefined if the browser cannot: without page processes it replies to other requests, but not to a page's. */
async function firstPage(browser: Browser): Promise<ReusablePage | undefined> {
  const timeout = new Promise<undefined>((resolve) =>
    setTimeout(resolve, PROBE_MILLISECONDS, undefined).unref(),
  );
  return await Promise.race([openPage(browser.devtools).catch(() => undefined), timeout]);
}

// A page takes 50 ms; allow ten seconds on a busy machine.
const PROBE_MILLISECONDS = 10_000;

/** Starts the browser in this process's group, with this project's fonts, and opens a page. Throws Error if it fails. */
export async function launchBrowser(): Promise<{ readonly browser: Browser; readonly page: ReusablePage }> {
  const { executable, libraries } = await unpackBrowser();
  const folder = makeBrowserFolder();
  const env = {
    LD_LIBRARY_PATH: libraries,
    FONTCONFIG_FILE: writeFontConfig(folder),
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
  for (const [index, args] of sandboxFlags.entries()) {
    if (index < firstWorking) continue;
    const all = [...processFlags, ...renderingFlags, ...networkFlags, ...args, `--user-data-dir=${folder}`];
    const child = spawn(executable, all, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    const browser = start(child);
    const page = await firstPage(browser);
    if (page !== undefined) {
      firstWorking = index;
      return { browser, page };
    }
    browser.kill();
  }
  throw new Error('The browser failed to start.');
}
