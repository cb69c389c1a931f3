import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { convert } from '../../lib/conversions/index.ts';
import { findFreePort } from '../../local/emulators/loopback.ts';
import { simplePdf } from '../e2e/support/documents.ts';
import { signIn } from '../e2e/support/sign-in.ts';
import { buildImage } from './build-image.ts';
import { type Container, startContainer } from './container.ts';

if (process.getuid?.() !== 0) throw new Error('Run this as root: it builds and mounts file systems');

const check = async (title: string, run: () => unknown): Promise<void> => {
  const note = await run();
  console.log(`ok  ${title}${typeof note === 'string' ? `: ${note}` : ''}`);
};
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const megabytes = (folder: string): string =>
  `${execFileSync('du', ['-sxm', folder], { encoding: 'utf8' }).split('\t')[0]} MB`;

/** Packages that build and test the project, and no part of what runs. */
const buildTools = ['@biomejs', 'aws-cdk', 'aws-cdk-lib', 'esbuild', 'npm', 'typescript', 'vite', 'vitest'];

const until = async (isDone: () => unknown): Promise<void> => {
  while (!(await isDone())) await sleep(50);
};

const building = performance.now();
const image = buildImage();
console.log(
  `The image is built in ${seconds(building)}: ${megabytes(image.root)}, of it ${megabytes(join(image.root, 'opt/docforge'))} DocForge`,
);

const volume = mkdtempSync(join(tmpdir(), 'docforge-volume-'));
const [uid = 0, gid = 0] = image.user.split(':').map(Number);
chownSync(volume, uid, gid);
const port = await findFreePort();
const baseUrl = `http://127.0.0.1:${port}`;
let container: Container | undefined;

const start = async (): Promise<Container> => {
  const started = await startContainer(image, { volume, port });
  let ended = false;
  void started.ended.then(() => {
    ended = true;
  });
  await until(async () => {
    if (ended) throw new Error(`The container ended: ${started.log()}`);
    return started.exec(...image.healthcheck).then(
      () => true,
      () => false,
    );
  });
  return started;
};

const keyIn = (log: string): string => /df_live_\w+/.exec(log)?.[0] ?? assert.fail(`No key in ${log}`);

// biome-ignore lint/suspicious/noExplicitAny: JSON of every shape
type Json = any;

/** Calls the API with the key that the container has printed. */
const openApi = async (log: string) => {
  const response = await fetch(`${baseUrl}/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: keyIn(log) }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, prefer: 'wait=25' };
  const send = (
    path: string,
    bytes: Uint8Array,
    name: string,
    fields: Readonly<Record<string, string>>,
    accept: string,
  ) => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(bytes)]), name);
    for (const [field, value] of Object.entries(fields)) body.set(field, value);
    return fetch(`${baseUrl}${path}`, { method: 'POST', headers: { ...headers, accept }, body });
  };
  return {
    get: async (path: string): Promise<Json> => (await fetch(`${baseUrl}${path}`, { headers })).json(),
    job: async (...sent: [string, Uint8Array, string, Record<string, string>]): Promise<Json> =>
      (await send(...sent, 'application/json')).json(),
    result: async (...sent: [string, Uint8Array, string, Record<string, string>]) => {
      const answer = await send(...sent, 'application/octet-stream');
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.equal(answer.status, 200, bytes.toString());
      return bytes;
    },
  };
};

try {
  await check('runs as another user than root', () => {
    assert.ok(uid > 0 && gid > 0, image.user);
    return image.user;
  });
  await check('has the port and the volume of README.md and docs/site/docker.md', () => {
    for (const document of ['README.md', 'docs/site/docker.md']) {
      const text = readFileSync(join(import.meta.dirname, '..', '..', document), 'utf8');
      const [, published, mounted] =
        /docker run\s[\s\S]*?-p \S*:(\d+)\s[\s\S]*?-v \S*:(\S+)/.exec(text) ?? [];
      assert.deepEqual([[`${published}/tcp`], [mounted]], [image.ports, image.volumes], document);
    }
  });
  await check('says so if it may not write its volume', async () => {
    chownSync(volume, 0, 0);
    const refused = await startContainer(image, { volume, port });
    assert.equal(await refused.ended, 1);
    assert.match(refused.log(), /^User \d+ may not write \/data\b.*Change the owner/m);
    chownSync(volume, uid, gid);
  });
  await check('contains no source and no build tool', () => {
    const own = join(image.root, 'opt/docforge');
    const packages = globSync(`**/node_modules/{${buildTools}}`, { cwd: image.root });
    assert.deepEqual(packages, []);
    assert.deepEqual(globSync('*.ts', { cwd: own }), []);
  });

  const starting = performance.now();
  container = await start();
  console.log(`The container is healthy after ${seconds(starting)}`);
  const api = await openApi(container.log());
  const { bytes: docx } = await convert(Buffer.from('<h1>Report</h1><p>Of a container.</p>'), { to: 'docx' });
  await check('prints a docx, by way of a signed URL at its only port', async () => {
    const pdf = await api.result('/convert', docx, 'report.docx', { to: 'pdf' });
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    return `the first PDF ${seconds(starting)} after the start`;
  });
  await check('prints it by LibreOffice, and a web page by Chromium', async () => {
    const office = await api.job('/convert', docx, 'report.docx', { to: 'pdf' });
    assert.equal(office.report?.engine, 'libreoffice-wasm-office-to-pdf', JSON.stringify(office));
    const page = await api.job('/convert', Buffer.from('<h1>Report</h1>'), 'page.html', { to: 'pdf' });
    assert.match(String(page.report?.engine), /chromium/, JSON.stringify(page));
  });
  await check('extracts the text of a PDF', async () => {
    const markdown = await api.result('/convert', simplePdf(['Page one']), 'report.pdf', { to: 'markdown' });
    assert.match(markdown.toString(), /Page one/);
  });
  await check('serves the first page, the dashboard and the sign-in at its only port', async () => {
    for (const path of ['/', '/dashboard/']) {
      const response = await fetch(`${baseUrl}${path}`, { headers: { accept: 'text/html' } });
      assert.deepEqual(
        [response.status, response.headers.get('content-type')],
        [200, 'text/html; charset=utf-8'],
        path,
      );
    }
    const token = await signIn({ baseUrl }, 'ada@docforge.example');
    const response = await fetch(`${baseUrl}/account/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    assert.ok(response.ok, await response.text());
  });
  await check('runs every process as that user, in a complete sandbox', async () => {
    assert.deepEqual([...new Set(container?.processes().map(({ user }) => user))], [uid]);
    const logs = execFileSync('cat', globSync(join(volume, 'logs', '*')), { encoding: 'utf8' });
    assert.match(logs, /The engine sandbox is complete/);
    assert.doesNotMatch(logs, /The engine sandbox is incomplete/);
  });
  await check('reaps orphans', async () => {
    await container?.exec('sh', '-c', 'sleep 0.2 &');
    await sleep(1000);
    assert.deepEqual(
      container?.processes().filter(({ state }) => state === 'Z'),
      [],
    );
  });
  await check("has the operator's commands", async () => {
    const { account_id: id } = JSON.parse(
      execFileSync('cat', [join(volume, 'local-account.json')], { encoding: 'utf8' }),
    );
    assert.match(String(await container?.exec('admin', 'show-usage', '--account', id)), /"plan": "pro"/);
  });

  const jobIds = ({ data }: Json): string[] => data.map(({ job_id: id }: Json) => id);
  const before = { key: keyIn(container.log()), jobs: jobIds(await api.get('/jobs')) };
  await check('keeps the account, jobs and files of a container that was killed', async () => {
    await container?.kill();
    container = await start();
    assert.equal(keyIn(container.log()), before.key);
    const again = await openApi(container.log());
    assert.deepEqual([jobIds(await again.get('/jobs')), before.jobs.length], [before.jobs, 4]);
    const { output_url: url } = await again.get(`/job/${before.jobs.at(-1)}`);
    assert.equal((await fetch(url)).status, 200);
  });
  await check('stops at SIGTERM before Docker kills it', async () =>
    assert.equal(await container?.stop(), 0),
  );
} catch (error) {
  console.error(container?.log());
  throw error;
} finally {
  await container?.kill().catch(() => undefined);
  image.remove();
  rmSync(volume, { recursive: true });
}
