import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { programEnvironment } from '../support/program-environment.ts';
import { createTenant } from './support/tenant.ts';
import { receiverHost } from './support/webhook-receiver.ts';

const stack = inject('stack');
const page = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const root = join(import.meta.dirname, '..', '..');

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const untilListening = async (port: number): Promise<void> => {
  for (;;) {
    const socket = createConnection(port, '127.0.0.1');
    const connected = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (connected) return;
    await delay(50);
  }
};

test('the receiver of docs/webhooks.md verifies and prints the end of a job', async () => {
  const code = /^```ts\n(.*?)^```$/ms.exec(page)?.[1] ?? expect.fail();
  // Inside of the project, so that it finds the package.
  await mkdir(join(root, 'build'), { recursive: true });
  const folder = await mkdtemp(join(root, 'build', 'webhook-docs-'));
  const [port, tenant] = [await freePort(), await createTenant(stack)];
  const token = await tenant.authorize();
  const url = `http://${receiverHost}:${port}/`;
  const { json: webhook } = await tenant.call({ path: '/webhooks', token, json: { url } });
  await writeFile(join(folder, 'receiver.ts'), code);
  const receiver = spawn(process.execPath, [join(folder, 'receiver.ts')], {
    env: programEnvironment({ PORT: String(port), DOCFORGE_WEBHOOK_SECRET: webhook.secret }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    receiver.kill();
    await rm(folder, { recursive: true, force: true });
  });
  await untilListening(port);

  const file_id = await tenant.upload(token, 'Some text.', 'a.txt');
  const jobId = await tenant.submit(token, '/extract', { file_id });
  const [printed] = await once(receiver.stdout, 'data');
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });

  expect(String(printed)).toBe(`job.completed ${jobId}\n`);
  expect(forged.status).toBe(401);
});
