import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';

/** Something the browser tells of itself (Chrome DevTools Protocol). */
export interface DevtoolsEvent {
  readonly method: string;
  readonly params: unknown;
  /** Of which page; undefined for the browser itself. */
  readonly sessionId: string | undefined;
}

/** The browser's side of the DevTools protocol. */
export interface Devtools {
  /** Asks for something; rejects with the browser's error, or when it ends. `T` is what `schema` reads. */
  readonly ask: <T>(schema: z.ZodType<T>, method: string, params?: object, sessionId?: string) => Promise<T>;
  /** Calls back with each event from now on; returns what stops it. */
  readonly listen: (onEvent: (event: DevtoolsEvent) => void) => () => void;
  /** Rejects everything that is being waited for. */
  readonly end: (reason: Error) => void;
}

const messageSchema = z.union([
  z.object({
    id: z.number(),
    result: z.unknown().optional(),
    error: z.object({ message: z.string() }).optional(),
  }),
  z.object({ method: z.string(), params: z.unknown(), sessionId: z.string().optional() }),
]);

interface Waiting {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Speaks the protocol over two pipes, as of `--remote-debugging-pipe`: JSON, a zero byte behind each message. */
export function speakDevtools(requests: Writable, replies: Readable): Devtools {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(event: DevtoolsEvent) => void>();
  let lastId = 0;
  let ended: Error | undefined;
  let pieces: Buffer[] = [];

  function receive(text: string): void {
    const message = messageSchema.safeParse(JSON.parse(text)).data;
    if (message === undefined) return;
    if ('method' in message) {
      for (const listener of listeners) listener({ sessionId: undefined, ...message });
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asked?.resolve(message.result);
    else asked?.reject(new Error(`${asked.method}: ${message.error.message}`));
  }

  function end(reason: Error): void {
    ended ??= reason;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  replies.on('data', (data: Buffer) => {
    let from = 0;
    for (let zero = data.indexOf(0); zero >= 0; zero = data.indexOf(0, from)) {
      const text = Buffer.concat([...pieces, data.subarray(from, zero)]).toString();
      pieces = [];
      from = zero + 1;
      receive(text);
    }
    pieces.push(data.subarray(from));
  });
  // The end of the process tells of it.
  requests.on('error', () => undefined);
  replies.on('error', () => undefined);

  return {
    ask: async (schema, method, params = {}, sessionId) => {
      if (ended !== undefined) throw ended;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      lastId += 1;
      waiting.set(lastId, { method, resolve, reject });
      requests.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      return schema.parse(await promise);
    },
    listen: (onEvent) => {
      listeners.add(onEvent);
      return () => listeners.delete(onEvent);
    },
    end,
  };
}
