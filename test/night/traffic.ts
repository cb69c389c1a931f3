import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { StackDescription } from '../../local/description.ts';
import { createTenant } from '../e2e/support/tenant.ts';

/** Pauses between two rounds of the traffic. */
const roundMilliseconds = 4000;

const openReceiver = async (): Promise<{ server: Server; url: string }> => {
  const server = createServer((_, response) => response.writeHead(204).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
};

/**
 * Uses a stack as a customer does: small documents in all three forms of a conversion, with webhooks. Errors are part of the night.
 *
 * @returns the receiver of its webhooks
 */
export const startTraffic = async (
  stack: StackDescription,
  signal: AbortSignal,
): Promise<{ close(): void }> => {
  const tenant = await createTenant(stack);
  const { server, url } = await openReceiver();
  const token = await tenant.authorize();
  const post = (path: string, body: string | FormData, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${stack.baseUrl}${path}`, {
      method: 'POST',
      body,
      signal,
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
  const json = { 'Content-Type': 'application/json' };
  await post('/webhooks', JSON.stringify({ url, events: ['job.completed', 'job.failed'] }), json);
  const form = (to: string): FormData => {
    const data = new FormData();
    data.append('to', to);
    data.append('file', new Blob(['Harvest\n\nApples and pears.\n']), 'a.txt');
    return data;
  };
  const round = async (): Promise<void> => {
    const within = post('/convert', form('html'), { Prefer: 'wait=20' });
    const queued = await post('/convert', form('docx'));
    const { job_id: jobId } = (await queued.json()) as { job_id?: string };
    if (jobId !== undefined)
      await fetch(`${stack.baseUrl}/job/${jobId}?wait=10`, {
        signal,
        headers: { Authorization: `Bearer ${token}` },
      });
    await within;
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      void round().catch(() => undefined);
      await pause(roundMilliseconds, undefined, { signal }).catch(() => undefined);
    }
    server.close();
  };
  void run();
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
