import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import * as z from 'zod';
import { writeFontConfig } from '../fonts/font-config.ts';
import { connectDevtools, type Devtools } from './devtools.ts';
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
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,DnsOverHttpsUpgrade,AsyncDns,SpareRendererForSitePerProcess',
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

const nothing = z.unknown();

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

/** Creates and queries a page: a browser that cannot start page processes answers requests, but not this one. */
async function canOpenPages(browser: Browser): Promise<boolean> {
  const { ask } = browser.devtools;
  const probe = async (): Promise<boolean> => {
    const { targetId } = await ask(z.object({ targetId: z.string() }), 'Target.createTarget', {
      url: 'about:blank',
    });
    const attach = { targetId, flatten: true };
    const { sessionId } = await ask(z.object({ sessionId: z.string() }), 'Target.attachToTarget', attach);
    await ask(nothing, 'Runtime.evaluate', { expression: '1' }, sessionId);
    await ask(nothing, 'Target.closeTarget', { targetId });
    return true;
  };
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, PROBE_MILLISECONDS, false).unref());
  return await Promise.race([probe().catch(() => false), timeout]);
}

// A page takes 50 ms; allow ten seconds on a busy machine.
const PROBE_MILLISECONDS = 10_000;

/** Starts the browser in this process's group, with this project's fonts. Throws Error if it fails. */
export async function launchBrowser(): Promise<Browser> {
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
    const all = [
      ...processFlags,
      ...renderingFlags,
      ...networkFlags,
      ...args,
      `--user-data-dir=${folder}`,
      'about:blank',
    ];
    const child = spawn(executable, all, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    const browser = start(child);
    if (await canOpenPages(browser)) {
      firstWorking = index;
      return browser;
    }
    browser.kill();
  }
  throw new Error('The browser failed to start.');
}
