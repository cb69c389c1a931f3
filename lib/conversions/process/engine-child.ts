import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ChildMessage, ConvertMessage } from './messages.ts';
import { parseChildMessage } from './messages.ts';
import { residentBytes } from './resident-memory.ts';

/** How a child came to its end. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running engine process. */
export interface EngineChild {
  readonly pid: number;
  /** Resolves when its libraries are loaded; rejects when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves when it ends, for whatever reason. */
  readonly ended: Promise<ChildEnd>;
  readonly send: (message: ConvertMessage) => void;
  /** Calls back with each message from now on; returns what stops it. */
  readonly listen: (onMessage: (message: ChildMessage) => void) => () => void;
  /** What it printed since the last call, cut. */
  readonly takeLog: () => string;
  readonly residentBytes: () => Promise<number | undefined>;
  readonly kill: () => void;
}

const LOG_CHARACTERS = 16_384;

/**
 * The child's whole environment. Nothing of the parent's comes along, above all no credentials, but the path of the
 * shared libraries that Lambda's node itself is linked to.
 */
function childEnvironment(): Record<string, string> {
  const libraries = process.env.LD_LIBRARY_PATH;
  const base = { LANG: 'C.UTF-8', TZ: 'UTC', HOME: tmpdir(), TMPDIR: tmpdir() };
  return libraries === undefined ? base : { ...base, LD_LIBRARY_PATH: libraries };
}

// V8's part of the memory limit; the rest is for native code and buffers.
const HEAP_SHARE = 0.75;
const MIB = 1024 * 1024;

function capture(child: ChildProcess): () => string {
  let log = '';
  const add = (data: string): void => {
    if (log.length < LOG_CHARACTERS) log = (log + data).slice(0, LOG_CHARACTERS);
  };
  child.stdout?.setEncoding('utf8').on('data', add);
  child.stderr?.setEncoding('utf8').on('data', add);
  return () => {
    const taken = log;
    log = '';
    return taken;
  };
}

/** Starts the program `entry` as an engine process. */
export function startEngineChild(entry: string | URL, memoryLimitBytes: number): EngineChild {
  const heapMib = Math.max(64, Math.floor((memoryLimitBytes * HEAP_SHARE) / MIB));
  const child = fork(entry instanceof URL ? fileURLToPath(entry) : entry, [], {
    env: childEnvironment(),
    cwd: tmpdir(),
    execArgv: [`--max-old-space-size=${heapMib}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A group of its own, so that what an engine starts dies with it.
    detached: true,
  });
  const takeLog = capture(child);
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    // `close`, not `exit`: what the child printed last says why it ended.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const listen = (onMessage: (message: ChildMessage) => void): (() => void) => {
    const parse = (raw: unknown): void => {
      const message = parseChildMessage(raw);
      if (message !== undefined) onMessage(message);
    };
    child.on('message', parse);
    return () => child.off('message', parse);
  };
  const ready = new Promise<void>((resolve, reject) => {
    const stop = listen((message) => {
      if (message.type !== 'ready') return;
      stop();
      resolve();
    });
    // The log is left for whoever waits for `ended`.
    void ended.then(() => reject(new Error('The engine process ended at its start.')));
  });
  // Whoever waits for it gets the error; where nobody does, it is the next run that starts anew.
  ready.catch(() => undefined);
  const pid = child.pid ?? 0;
  return {
    pid,
    ready,
    ended,
    listen,
    takeLog,
    send: (message) => child.send(message, () => undefined),
    residentBytes: () => residentBytes(pid),
    kill: () => {
      try {
        if (pid > 0) process.kill(-pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    },
  };
}
