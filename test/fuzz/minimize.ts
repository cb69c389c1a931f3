import { createJudge, type Finding } from './run-cases.ts';

// Each attempt converts a document in an engine process; a hang takes the whole deadline.
const MAX_TRIES = 100;

/** Returns a shorter file with the same outcome: removes parts, halves first, as long as the outcome stays the same. */
export async function minimize({ from, target, bytes, outcome }: Finding): Promise<Buffer> {
  const { judge, close } = await createJudge();
  let least = bytes;
  let tries = 0;
  try {
    for (
      let size = Math.ceil(least.length / 2);
      size >= 1 && tries < MAX_TRIES;
      size = Math.floor(size / 2)
    ) {
      for (let at = 0; at < least.length && tries < MAX_TRIES; ) {
        const shorter = Buffer.concat([least.subarray(0, at), least.subarray(at + size)]);
        tries += 1;
        const found = shorter.length === 0 ? undefined : await judge(from, target, shorter);
        if (found?.outcome === outcome) least = shorter;
        else at += size;
      }
    }
  } finally {
    await close();
  }
  return least;
}
