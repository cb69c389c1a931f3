/** Rejects with the reason of the signal when it is aborted. Ends a race with steps that accept no signal, such as a resolver. */
export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
