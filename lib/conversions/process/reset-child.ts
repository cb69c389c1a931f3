import { setTimeout as delay } from 'node:timers/promises';
import type { EngineChild } from './engine-child.ts';

/** A reset takes some hundredths of a second. */
const PATIENCE_MILLISECONDS = 10_000;

/** Removes everything that documents left in a child. Resolves with whether it may serve another tenant. */
export async function resetChild(child: EngineChild): Promise<boolean> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<boolean>();
  const stopListening = child.listen((message) => {
    if (message.type === 'reset') answer(message.isClean);
  });
  const settled = new AbortController();
  const isLate = delay(PATIENCE_MILLISECONDS, false, { signal: settled.signal }).catch(() => false);
  child.send({ type: 'reset' });
  const isClean = await Promise.race([answered, child.ended.then(() => false), isLate]);
  settled.abort();
  stopListening();
  return isClean;
}
