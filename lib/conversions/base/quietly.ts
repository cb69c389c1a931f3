import { AsyncLocalStorage } from 'node:async_hooks';

const quiet = new AsyncLocalStorage<boolean>();
const methods = ['debug', 'info', 'log', 'warn', 'error'] as const;

let running = 0;
let restore = (): void => undefined;

/** Makes the console ignore what is written inside {@link quietly}, and nothing else. */
function hush(): () => void {
  const { console } = globalThis;
  const prints = methods.map((method) => [method, console[method]] as const);
  for (const [method, print] of prints)
    console[method] = (...parts) => {
      if (quiet.getStore() !== true) print(...parts);
    };
  return () => void Object.assign(console, Object.fromEntries(prints));
}

/**
 * Runs a function, and all that it starts, without the output of libraries on the console: their warnings quote the document.
 * Other functions that run meanwhile print as usual.
 */
export async function quietly<Value>(run: () => Promise<Value>): Promise<Value> {
  if (running === 0) restore = hush();
  running += 1;
  try {
    return await quiet.run(true, run);
  } finally {
    running -= 1;
    if (running === 0) restore();
  }
}

/** A function that prints as usual even if it is called inside {@link quietly}. */
export const aloud =
  <Value>(run: (value: Value) => void) =>
  (value: Value): void =>
    quiet.run(false, () => run(value));
