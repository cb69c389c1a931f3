import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { convert } from '../../lib/conversions/index.ts';
import { signalAll } from '../../lib/conversions/process/sandbox/process-tree.ts';
import { maxOwnPages } from '../../lib/jobs/page-parts.ts';
import { type StackProcess, startStackProcess } from '../e2e/support/stack-process.ts';
import { createTenant } from '../e2e/support/tenant.ts';
import { receiverHost, startReceiver } from '../e2e/support/webhook-receiver.ts';
import { createRandom } from '../fuzz/random.ts';
import { startFaultyServices } from './faulty-services.ts';
import { type JobKind, pdf, persistentClient } from './persistent-client.ts';
import { processOfPort } from './process-of-port.ts';
import { isUnsettled, itemsOf, passTime, problemsOf } from './stored-truth.ts';

/** What a run did, and what is wrong afterwards. */
export type Outcome = {
  readonly jobs: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, unknown>>;
  /** How often each function was killed or frozen. */
  readonly interrupted: Readonly<Record<string, number>>;
  /** How often the stack was killed. */
  readonly restarts: number;
  readonly problems: readonly string[];
};

/** A lease that expires soon, and no wait between two reconciliations. */
const settings = { LEASE_SECONDS: '3', ENGINE_DEADLINE_SECONDS: '60', LOCAL_RECEIVER_HOST: receiverHost };

const jobsAtOnce = 6;

const callsPerFault = 12;

/** Longer than a lease. */
const frozenMs = 5000;

/** Scanned pages with the text of the PDF, more than one call recognizes. */
const scannedPages = async (): Promise<Uint8Array> => {
  const { bytes } = await convert(pdf, { to: 'png', options: { dpi: 100 } });
  const pages = Array(maxOwnPages + 1).fill(Buffer.from(bytes));
  return sharp(pages, { join: { animated: true } })
    .tiff()
    .toBuffer();
};

const quickKinds: readonly JobKind[] = ['delivered', 'plain', 'result', 'steps', 'waiting'];

/**
 * Submits jobs to a stack whose AWS calls go wrong and whose processes are killed, lets them end, and compares everything that is
 * stored with the truth. The seed decides the jobs, the faults and what is killed when.
 */
export const runFaults = async (
  count: number,
  seed: number,
  report: (line: string) => void,
): Promise<Outcome> => {
  // Separate, so that the calls do not change which jobs there are.
  const random = createRandom(`jobs ${seed}`);
  const folder = await mkdtemp(join(tmpdir(), 'docforge-faults-'));
  const interrupted: Record<string, number> = {};
  /** Kills the process of a function that has just sent a call, or freezes it for longer than its lease. */
  const interrupt = async (port: number, fault: 'killed' | 'frozen'): Promise<void> => {
    for (const [id, { pids }] of Object.entries((await stack.describe()).functions)) {
      const pid = processOfPort(port, pids);
      if (pid === undefined) continue;
      signalAll([pid], fault === 'killed' ? 'SIGKILL' : 'SIGSTOP');
      const name = id.replace(/(Function)?[0-9A-F]{8}$/, '');
      interrupted[name] = (interrupted[name] ?? 0) + 1;
      if (fault === 'frozen') setTimeout(() => signalAll([pid], 'SIGCONT'), frozenMs);
    }
  };
  const services = await startFaultyServices(
    join(folder, 'services'),
    callsPerFault,
    createRandom(`faults ${seed}`),
    interrupt,
  );
  const receiver = await startReceiver();
  const start = (): Promise<StackProcess> =>
    startStackProcess(join(folder, 'data'), settings, { variables: services.variables });
  let stack = await start();
  let restarts = 0;
  const kinds: Record<string, number> = {};
  const problems: string[] = [];

  const tenant = await createTenant(stack.description);
  const { table, accountId } = tenant;
  const scan = await scannedPages();
  const token = await tenant.authorize();
  // Besides the addresses of requests, one endpoint that receives the end of every job.
  await tenant.call({ path: '/webhooks', token, json: { url: receiver.url } });
  const client = await persistentClient(() => stack.description, tenant, receiver.url, problems);
  let isRestarting = false;
  const restart = async (): Promise<void> => {
    if (isRestarting) return;
    isRestarting = true;
    await stack.kill();
    services.setFaulty(false);
    stack = await start();
    services.setFaulty(true);
    restarts += 1;
    isRestarting = false;
  };

  try {
    services.setFaulty(true);
    let next = 0;
    const submit = async (): Promise<void> => {
      while (next < count) {
        const index = next;
        next += 1;
        // A scan takes seconds.
        const name = random.chance(0.02) ? 'scan' : random.pick(quickKinds);
        kinds[name] = (kinds[name] ?? 0) + 1;
        const key = `${seed}-${index}`;
        await (name === 'scan'
          ? client.submitJob(key, { to: 'text' }, { content: scan })
          : client.submit[name](key));
        if (random.chance(0.01)) await restart();
        if (index % 20 === 0) report(`${index} of ${count} jobs`);
      }
    };
    await Promise.all(Array.from({ length: jobsAtOnce }, submit));
    services.setFaulty(false);

    const deadline = Date.now() + 600_000;
    const read = () => itemsOf(stack.description, accountId);
    for (let items = await read(); isUnsettled(items) && Date.now() < deadline; items = await read()) {
      await passTime(stack.description, accountId, items);
      await pause(3500);
    }
    problems.push(...(await problemsOf(stack.description, accountId, client, receiver.received)));
    return { jobs: kinds, faults: Object.fromEntries(services.counts), interrupted, restarts, problems };
  } finally {
    await stack.kill().catch(() => undefined);
    table.client.destroy();
    await receiver.close();
    await services.close();
    await rm(folder, { recursive: true, force: true });
  }
};
