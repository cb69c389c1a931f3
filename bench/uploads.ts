import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStackProcess } from '../test/e2e/support/stack-process.ts';
import { openAccount, tableOf } from './service/account.ts';
import { printTable } from './service/print-table.ts';
import { copyProject } from './service/project-copy.ts';
import { median } from './service/statistics.ts';
import { multipartFile, multipartHead, startUpload, uploadBody } from './uploads/multipart-file.ts';

const fileBytes = 25 * 1024 * 1024;
const uploadsAtOnce = 50;
const slowClients = 1000;
const slowSeconds = 20;
const slowBytes = Buffer.alloc(1024, 'slow ');

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

const folder = await mkdtemp(join(tmpdir(), 'docforge-bench-'));
const project = join(folder, 'project');
await copyProject(project);
const stack = await startStackProcess(join(folder, 'data'), {}, { project, signal: stopping.signal });
const { baseUrl, containers } = stack.description;
const pid = Object.values(containers)[0]?.pids[0] ?? 0;
const account = await openAccount(tableOf(stack.description));
const body = multipartFile(Buffer.alloc(fileBytes, 'words and more words\n'));

/** Returns the most memory that the service has had resident, in megabytes (`VmHWM`, Linux). */
const peakMegabytes = (): string => {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (Number(line?.[1] ?? Number.NaN) / 1024).toFixed(0);
};

/** Uploads the file one after another and returns the milliseconds of each. */
const uploadInTurn = async (times: number): Promise<number[]> => {
  const milliseconds: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const token = await account.token();
    const startedAt = performance.now();
    const status = await uploadBody(baseUrl, token, body);
    if (status !== 201) throw new Error(`An upload ended with ${status}`);
    milliseconds.push(performance.now() - startedAt);
  }
  return milliseconds;
};

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);

/** Uploads many files at once. */
const uploadAtOnce = async (): Promise<readonly string[]> => {
  await account.reserve(uploadsAtOnce);
  const tokens = await Promise.all(Array.from({ length: uploadsAtOnce }, () => account.token()));
  const startedAt = performance.now();
  const statuses = await Promise.all(tokens.map((token) => uploadBody(baseUrl, token, body)));
  const milliseconds = performance.now() - startedAt;
  const stored = statuses.filter((status) => status === 201).length;
  const megabytesPerSecond = (stored * fileBytes) / 1_048_576 / (milliseconds / 1000);
  return [
    `${uploadsAtOnce} files at once`,
    `${stored} stored`,
    seconds(milliseconds),
    megabytesPerSecond.toFixed(0),
    peakMegabytes(),
  ];
};

/** Holds slow clients while others upload. */
const uploadBesideSlowClients = async (): Promise<readonly string[]> => {
  await account.reserve(slowClients);
  const tokens: string[] = [];
  for (let index = 0; index < slowClients; index += 1) tokens.push(await account.token());
  let lost = 0;
  const clients = tokens.map((token) => {
    const sent = startUpload(baseUrl, token);
    sent.on('error', () => undefined);
    sent.on('close', () => {
      lost += 1;
    });
    sent.write(multipartHead);
    return sent;
  });
  const timer = setInterval(() => {
    for (const client of clients) client.write(slowBytes);
  }, 1000);
  await sleep(slowSeconds * 500);
  const beside = await uploadInTurn(5);
  await sleep(slowSeconds * 500);
  const held = slowClients - lost;
  clearInterval(timer);
  for (const client of clients) client.destroy();
  return [
    `one file beside ${slowClients} clients of 1 KB/s`,
    `${held} held for ${slowSeconds} s`,
    seconds(median(beside)),
    (fileBytes / 1_048_576 / (median(beside) / 1000)).toFixed(0),
    peakMegabytes(),
  ];
};

try {
  await uploadInTurn(2);
  const alone = median(await uploadInTurn(7));
  const rows = [
    [
      'one file',
      '7 stored in turn',
      seconds(alone),
      (fileBytes / 1_048_576 / (alone / 1000)).toFixed(0),
      peakMegabytes(),
    ],
    await uploadAtOnce(),
    await uploadBesideSlowClients(),
  ];
  printTable('Uploads of 25 MB', [['Case', 'Result', 's', 'MB/s', 'peak MB of the service'], ...rows]);
} finally {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
}
