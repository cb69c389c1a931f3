import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  PREPARED_FOLDER,
  SANDBOX_STATE,
  SHARED_FOLDER,
  sharedFolder,
  WARM_ENGINES,
  WITHOUT_LANDLOCK,
} from '../base/child-environment.ts';
import { makeProcessFolder } from '../base/process-folder.ts';
import { type ChildMessage, type ConvertMessage, parseChildMessage, type ResetMessage } from './messages.ts';
import { messengerOver } from './messenger.ts';
import { residentBytes } from './resident-memory.ts';
import type { Sandbox } from './sandbox/enter-sandbox.ts';
import { killTrees } from './sandbox/process-tree.ts';
import { exemptEngineProcess, killStrays } from './sandbox/strays.ts';

/** How a child exited. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running engine process. */
export interface EngineChild {
  readonly pid: number;
  /** The only folder it can write to; deleted after it exits. */
  readonly folder: string;
  /** Resolves with its sandbox when its libraries are loaded; rejects if it exits before that. */
  readonly ready: Promise<Sandbox>;
  /** Resolves when it exits, for any reason. */
  readonly ended: Promise<ChildEnd>;
  readonly send: (message: ConvertMessage | ResetMessage) => void;
  /** Calls back with each message from now on; returns a function that stops it. */
  readonly listen: (onMessage: (message: ChildMessage) => void) => () => void;
  /** Returns its output since the last call, truncated. */
  readonly takeLog: () => string;
  readonly residentBytes: () => number | undefined;
  readonly kill: () => void;
}

const LOG_CHARACTERS = 16_384;

/** Returns the child's complete environment. It inherits the library path that Lambda's Node.js needs, and no credentials. */
function childEnvironment(folder: string): Record<string, string> {
  const { LD_LIBRARY_PATH: libraryPath } = process.env;
  return {
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    HOME: folder,
    TMPDIR: folder,
    [SHARED_FOLDER]: sharedFolder(),
    ...(libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath }),
  };
}

// V8's share of the memory limit; the rest is for native code and buffers.
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

// Processes that an engine started may keep its pipes open; their output is not needed.
const PIPE_CLOSE_MILLISECONDS = 1000;

function endOf(child: ChildProcess, folder: string): Promise<ChildEnd> {
  const { promise, resolve } = Promise.withResolvers<ChildEnd>();
  const forget = exemptEngineProcess(child.pid ?? 0);
  let strays = Promise.resolve();
  const end = async (code: number | null, signal: NodeJS.Signals | null): Promise<void> => {
    await strays;
    // Leftovers of a document must not prevent the next one from being processed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    resolve({ code, signal });
  };
  child.once('error', () => void end(null, null));
  // `close` rather than `exit`: the last output explains the exit.
  child.once('close', (code, signal) => void end(code, signal));
  child.once('exit', () => {
    forget();
    strays = killStrays();
    const timer = setTimeout(() => {
      for (const pipe of child.stdio) pipe?.destroy();
    }, PIPE_CLOSE_MILLISECONDS);
    child.once('close', () => clearTimeout(timer));
  });
  return promise;
}

/** How to start an engine process. */
interface ChildStart {
  /** Its program. */
  readonly entry: string | URL;
  readonly memoryLimitBytes: number;
  /** Whether it applies Landlock. */
  readonly mayConfine: boolean;
  /** The engines whose libraries it loads before it is ready; undefined for what its worker always needs. */
  readonly warm: readonly string[] | undefined;
  /** Folder of what an earlier one prepared. */
  readonly prepared: string | undefined;
}

/** Starts an engine process. */
export function startEngineChild({
  entry,
  memoryLimitBytes,
  mayConfine,
  warm,
  prepared,
}: ChildStart): EngineChild {
  const heapMib = Math.max(64, Math.floor((memoryLimitBytes * HEAP_SHARE) / MIB));
  const folder = makeProcessFolder(tmpdir(), 'docforge-engine-');
  const flags = [`--max-old-space-size=${heapMib}`, '--disable-warning=ExperimentalWarning'];
  const program = entry instanceof URL ? fileURLToPath(entry) : entry;
  const child = spawn(process.execPath, [...flags, program], {
    env: {
      ...childEnvironment(folder),
      ...(mayConfine ? {} : { [SANDBOX_STATE]: WITHOUT_LANDLOCK }),
      ...(warm === undefined ? {} : { [WARM_ENGINES]: warm.join(' ') }),
      ...(prepared === undefined ? {} : { [PREPARED_FOLDER]: prepared }),
    },
    cwd: folder,
    // The fourth is the message pipe.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A separate process group, so that an engine's processes are killed with it.
    detached: true,
  });
  const pid = child.pid ?? 0;
  const takeLog = capture(child);
  const ended = endOf(child, folder);
  const kill = (): void => {
    if (child.exitCode === null && child.signalCode === null) killTrees([pid]);
  };
  const listeners = new Set<(message: ChildMessage) => void>();
  const pipe = child.stdio[3];
  if (!(pipe instanceof Duplex)) throw new Error('The engine process has no message pipe.');
  const { send } = messengerOver(
    pipe,
    (raw) => {
      const message = parseChildMessage(raw);
      if (message !== undefined) for (const listener of listeners) listener(message);
    },
    kill,
  );
  const listen = (onMessage: (message: ChildMessage) => void): (() => void) => {
    listeners.add(onMessage);
    return () => listeners.delete(onMessage);
  };
  const ready = new Promise<Sandbox>((resolve, reject) => {
    const stop = listen((message) => {
      if (message.type !== 'ready') return;
      stop();
      resolve(message.sandbox);
    });
    // The log is left for callers that wait for `ended`.
    void ended.then(() => reject(new Error('The engine process exited during startup.')));
  });
  // Callers that await it get the error; otherwise the next run starts a new child.
  ready.catch(() => undefined);
  return {
    pid,
    folder,
    ready,
    ended,
    listen,
    takeLog,
    send: (message) => void send(message),
    residentBytes: () => residentBytes(pid),
    kill,
  };
}
