import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';

/** An event from the browser (Chrome DevTools Protocol). */
interface DevtoolsEvent {
  readonly method: string;
  readonly params: unknown;
  /** The page's session; undefined for the browser itself. */
  readonly sessionId: string | undefined;
}

/** A client of the DevTools protocol. */
export interface Devtools {
  /** Sends a command. Rejects with the browser's error, or when it exits. `schema` parses the result. */
  readonly ask: <T>(schema: z.ZodType<T>, method: string, params?: object, sessionId?: string) => Promise<T>;
  /** Calls back with each event from now on; returns a function that stops it. */
  readonly listen: (onEvent: (event: DevtoolsEvent) => void) => () => void;
  /** Rejects all pending commands. */
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

interface PendingCommand {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Connects over the two pipes of `--remote-debugging-pipe`: JSON messages, each followed by a zero byte. */
export function connectDevtools(requests: Writable, replies: Readable): Devtools {
  const pending = new Map<number, PendingCommand>();
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
    const command = pending.get(message.id);
    pending.delete(message.id);
    if (message.error === undefined) command?.resolve(message.result);
    else command?.reject(new Error(`${command.method}: ${message.error.message}`));
  }

  function end(reason: Error): void {
    ended ??= reason;
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
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
  // The exit of the process is handled elsewhere.
  requests.on('error', () => undefined);
  replies.on('error', () => undefined);

  return {
    ask: async (schema, method, params = {}, sessionId) => {
      if (ended !== undefined) throw ended;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      lastId += 1;
      pending.set(lastId, { method, resolve, reject });
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
