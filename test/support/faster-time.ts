import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/**
 * Has time pass several times as fast until the test ends: `Date.now`, pauses and intervals of this process. What happens first stays the
 * same, so a test that waits for a deadline takes a fraction of it. A slow machine has as much less time: choose a low speed, or none, where
 * something must happen before the deadline.
 */
export const passTimeFaster = (speed = 10): void => {
  const { now } = Date;
  const { setTimeout: pause } = timers;
  const { setInterval: every } = globalThis;
  const start = now();
  Date.now = () => Math.floor(start + (now() - start) * speed);
  timers.setTimeout = ((ms = 0, ...rest: []) => pause(ms / speed, ...rest)) as typeof pause;
  globalThis.setInterval = ((act: () => void, ms = 0) => every(act, ms / speed)) as typeof every;
  syncBuiltinESMExports();
  onTestFinished(() => {
    Date.now = now;
    timers.setTimeout = pause;
    globalThis.setInterval = every;
    syncBuiltinESMExports();
  });
};
