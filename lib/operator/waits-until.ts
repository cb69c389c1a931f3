/** When a command whose result this is goes on, in ms since the epoch; undefined if it does not wait. */
export const waitsUntil = (result: unknown): number | undefined => {
  const { state, waits_until: until } = Object(result);
  return state === 'waiting' && typeof until === 'string' ? Date.parse(until) : undefined;
};
