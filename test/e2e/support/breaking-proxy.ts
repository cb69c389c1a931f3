import { startForwardingServer } from '../../support/forwarding-server.ts';

/** A proxy that forwards requests and, while `losing()` returns true, ends the connection instead of responding. */
export const startBreakingProxy = (target: string, losing: () => boolean) =>
  startForwardingServer(
    { endpoint: target, headers: { host: new URL(target).host }, close: async () => undefined },
    async (_, body, forward) => {
      const answer = await forward(body);
      return losing() ? undefined : answer;
    },
  );
