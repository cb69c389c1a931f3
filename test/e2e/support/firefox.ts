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
  /** Scrolls to the element of an expression and clicks it with the mouse, as a visitor does. */
  click(expression: string): Promise<void>;
  /** Presses keys, one after the other: characters, or names of `keys`. */
  press(...pressed: readonly string[]): Promise<void>;
  /** Changes the size of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Chooses a file in the element of an expression. */
  setFile(expression: string, path: string): Promise<void>;
  close(): Promise<void>;
};

/** The keys without a character (WebDriver, 17.4.2). */
const keys: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
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

  const act = (type: string, actions: readonly Json[]): Promise<Json> =>
    send('input.performActions', { context, actions: [{ type, id: type, actions }] });
  const elementOf = async (expression: string): Promise<Json> => {
    const { result } = await evaluate(expression);
    return { sharedId: result.sharedId };
  };

  return {
    complaints,
    waitFor,
    click: async (expression) => {
      await waitFor(expression);
      await evaluate(`(${expression}).scrollIntoView({ block: 'center', behavior: 'instant' })`);
      const origin = { type: 'element', element: await elementOf(expression) };
      await act('pointer', [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    press: async (...pressed) => {
      await act(
        'key',
        pressed.flatMap((name) => ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[name] ?? name }))),
      );
    },
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    navigate: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    setFile: async (expression, path) => {
      await send('input.setFiles', { context, element: await elementOf(expression), files: [path] });
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
