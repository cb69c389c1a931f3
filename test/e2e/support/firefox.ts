import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const debian = '/usr/bin/firefox-esr';

/** The longest wait for a page, in milliseconds: the machine of the tests can be busy. */
const patienceMs = 90_000;

/** A page of Firefox. */
export type FirefoxPage = {
  /** Errors on the console, uncaught exceptions and violations of the Content-Security-Policy. */
  readonly complaints: readonly string[];
  navigate(url: string): Promise<void>;
  /** Evaluates an expression in the page until it is not null, undefined or false, and returns it as text. */
  waitFor(expression: string): Promise<string>;
  /** Chooses a file in the element of an expression. */
  setFile(expression: string, path: string): Promise<void>;
  close(): Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: JSON of every shape
type Json = any;

/** Sends the commands of WebDriver BiDi (W3C) over a socket. */
const connect = async (url: string, onEvent: (method: string, params: Json) => void) => {
  const socket = new WebSocket(url);
  const pending = new Map<number, PromiseWithResolvers<Json>>();
  socket.addEventListener('message', ({ data }) => {
    const message: Json = JSON.parse(data);
    if (message.type === 'event') onEvent(message.method, message.params);
    else if (message.type === 'error')
      pending.get(message.id)?.reject(new Error(`${message.error}: ${message.message}`));
    else pending.get(message.id)?.resolve(message.result);
  });
  await once(socket, 'open');
  let id = 0;
  return {
    close: () => socket.close(),
    send: (method: string, params: Json): Promise<Json> => {
      id += 1;
      const answer = Promise.withResolvers<Json>();
      pending.set(id, answer);
      socket.send(JSON.stringify({ id, method, params }));
      return answer.promise;
    },
  };
};

/** Runs Debian's Firefox without a screen, with a profile of its own, and opens a page. */
export const openFirefox = async (): Promise<FirefoxPage> => {
  const profile = await mkdtemp(join(tmpdir(), 'docforge-firefox-'));
  const child = spawn(
    debian,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile },
    },
  );
  const exited = once(child, 'exit');
  let address: string | undefined;
  for await (const line of createInterface({ input: child.stderr })) {
    address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) break;
  }
  if (address === undefined) throw new Error('Firefox ended before it listened');
  child.stderr.resume();

  const complaints: string[] = [];
  const { send, close } = await connect(`${address}/session`, (method, { level, text }) => {
    if (method === 'log.entryAdded' && ['error', 'warn'].includes(level)) complaints.push(text);
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  await send('script.addPreloadScript', {
    functionDeclaration: `() => addEventListener('securitypolicyviolation',
      (event) => console.error('Content-Security-Policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  });
  const { context } = await send('browsingContext.create', { type: 'tab' });
  const evaluate = (expression: string): Promise<Json> =>
    send('script.evaluate', { expression, target: { context }, awaitPromise: true });

  const waitFor = async (expression: string): Promise<string> => {
    const end = Date.now() + patienceMs;
    let last: Json;
    while (Date.now() < end) {
      // A page that is being replaced cannot evaluate.
      last = await evaluate(expression).catch((error: unknown) => ({ type: 'exception', error }));
      const { type, value } = last.result ?? {};
      if (type === 'string' || type === 'number') return String(value);
      if (type === 'node' || (type === 'boolean' && value === true)) return '';
      await delay(100);
    }
    throw new Error(`Firefox waited in vain for ${expression}: ${JSON.stringify(last)}`);
  };

  return {
    complaints,
    waitFor,
    navigate: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    setFile: async (expression, path) => {
      const { result } = await evaluate(expression);
      await send('input.setFiles', { context, element: { sharedId: result.sharedId }, files: [path] });
    },
    close: async () => {
      await send('browser.close', {}).catch(() => undefined);
      close();
      child.kill();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
