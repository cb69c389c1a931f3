import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { synthesize } from '../../local/assembly.ts';
import { localSettings } from '../../local/local-settings.ts';
import { temporaryDirectoryIn } from '../../local/run-functions.ts';
import { type RunningStack, startStack } from '../../local/stack.ts';
import { loadTemplate } from '../../local/template/load.ts';
import { createTenant } from '../e2e/support/tenant.ts';
import { bytesBelow, lambdaBundleBytes, maxBundleBytes, nativeNeeds } from '../support/bundle-facts.ts';
import { conversions } from './conversions.ts';
import { runtimeFolder, startLambdaHost } from './lambda-host.ts';
import { endpointRequests } from './requests.ts';
import { sandboxFaults } from './sandbox.ts';
import { buildSandboxRoot } from './sandbox-root.ts';

/** The request and response of each function, by the name of its construct. */
type Answer = {
  readonly name: string;
  readonly asked: string;
  readonly answer: string;
  readonly ok: boolean;
};

/** Longer than most time limits of the functions, and than emulators keep idle connections. */
const frozenSeconds = 35;

const project = join(import.meta.dirname, '..', '..');
const runtime = join(import.meta.dirname, 'runtime');

function prepareRuntimeClient(): void {
  if (process.getuid?.() !== 0) throw new Error('Run this as root: it mounts the functions’ file systems');
  if (existsSync(join(runtime, 'node_modules', 'aws-lambda-ric', 'rapid-client.node'))) return;
  console.log('Compiling the runtime client, which takes some minutes');
  const { status } = spawnSync('npm', ['ci', '--prefix', runtime], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed; the runtime client needs make, cmake and a C++ compiler');
}

/** Requests without a token are counted by their address, and these all have one. */
async function fetchWithinLimit(url: string, request: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, request);
    if (response.status !== 429) return response;
    await response.arrayBuffer();
    await sleep(Number(response.headers.get('retry-after')) * 1000);
  }
}

async function askEndpoints(stack: RunningStack): Promise<Answer[]> {
  const answers: Answer[] = [];
  // CloudFront answers some paths itself.
  const { api } = stack.describe().endpoints;
  // One after another: each starts a process, and API Gateway waits 29 s for it.
  for (const { name, method, path, body, status } of endpointRequests) {
    const response = await fetchWithinLimit(`${api}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      redirect: 'manual',
      ...(body ? { body } : {}),
    });
    const ok = response.status === status;
    const answer = ok ? String(status) : `${response.status} ${await response.text()}`;
    answers.push({ name, asked: `${method} ${path}`, answer, ok });
  }
  return answers;
}

async function convertDocuments(stack: RunningStack): Promise<Answer[]> {
  const tenant = await createTenant(stack.describe());
  const token = await tenant.authorize();
  const answers: Answer[] = [];
  for (const { worker, title, document, path, body, engine } of conversions) {
    const fileId = await tenant.upload(token, await document());
    const jobId = await tenant.submit(token, path, { file_id: fileId, ...body });
    const job = await tenant.finish(token, jobId);
    const ok = job.status === 'complete' && String(job.report?.engine).includes(engine);
    const answer = ok ? engine : `${job.status} ${JSON.stringify(job.error ?? job.report)}`;
    answers.push({ name: worker, asked: title, answer, ok });
  }
  return answers;
}

async function askOthers(stack: RunningStack): Promise<Answer[]> {
  const noRecords = { Records: [] };
  const events = {
    failAbandonedJob: noRecords,
    announceJob: noRecords,
    deliverWebhook: noRecords,
    reconcile: {},
  };
  return Promise.all(
    Object.entries(events).map(async ([name, event]) => {
      const outcome = await stack.invoke(logicalIdOf(stack, name), event);
      const answer = outcome.ok ? outcome.payload : JSON.stringify(outcome.failure);
      return { name, asked: JSON.stringify(event), answer, ok: outcome.ok };
    }),
  );
}

function logicalIdOf(stack: RunningStack, name: string): string {
  const prefix = `${name.charAt(0).toUpperCase()}${name.slice(1)}Function`;
  return Object.keys(stack.describe().functions).find((id) => id.startsWith(prefix)) ?? '';
}

/** Asks every function, and each worker for each of its documents. */
async function ask(stack: RunningStack): Promise<Answer[]> {
  return [...(await askEndpoints(stack)), ...(await askOthers(stack)), ...(await convertDocuments(stack))];
}

/** Asks every function, leaves it frozen for a while, and asks it again: the same process must answer, without a warning. */
async function askTwice(stack: RunningStack, reports: readonly string[]): Promise<Answer[]> {
  const first = await ask(stack);
  const before = stack.describe().functions;
  const reported = reports.length;
  await sleep(frozenSeconds * 1000);
  const second = await ask(stack);
  const after = stack.describe().functions;
  const replaced = first.flatMap(({ name }) => {
    const id = logicalIdOf(stack, name);
    const ended = before[id]?.pids.filter((pid) => !after[id]?.pids.includes(pid)) ?? [];
    return ended.length === 0
      ? []
      : [{ name, asked: 'process after a freeze', answer: `ended: ${ended}`, ok: false }];
  });
  const warnings = reports
    .slice(reported)
    .map((answer) => ({ name: 'reconcile', asked: 'warning after a freeze', answer, ok: false }));
  const failed = second
    .filter(({ ok }) => !ok)
    .map((answer) => ({ ...answer, asked: `${answer.asked} after a freeze` }));
  return [...first, ...failed, ...replaced, ...warnings];
}

/** Prints a line for each function; true if every one of them is as it must be. */
async function printTable(
  stack: RunningStack,
  assembly: string,
  answers: readonly Answer[],
): Promise<boolean> {
  const template = await loadTemplate(assembly);
  const temporary = temporaryDirectoryIn(stack.dataDirectory);
  const names = [...new Set(answers.map(({ name }) => name))];
  const faults = names.flatMap((name) => {
    const logicalId = logicalIdOf(stack, name);
    const asset = String(template.resources.get(logicalId)?.metadata['aws:asset:path']);
    const bundle = resolve(assembly, asset);
    const bytes = bytesBelow(bundle);
    const prefix = `${logicalId.slice(0, 20)}-`;
    const unpacked = readdirSync(temporary).filter((folder) => folder.startsWith(prefix));
    const needs = nativeNeeds(bundle, ...unpacked.map((folder) => join(temporary, folder)));
    const own = answers.filter((answer) => answer.name === name);
    const size = `${(bytes / 2 ** 20).toFixed(1).padStart(6)} ${String(Math.round((bytes / lambdaBundleBytes) * 100)).padStart(3)} %`;
    const native = `${String(needs.files).padStart(3)} ${needs.newest.GLIBC.padEnd(5)} ${needs.newest.GLIBCXX.padEnd(7)}`;
    const said = own.map(({ asked, answer, ok }) => `${asked}: ${ok ? answer : 'FAILED'}`).join('; ');
    console.log(`${name.padEnd(20)} ${size} ${native} ${said}`);
    return [
      ...own.filter(({ ok }) => !ok).map(({ asked, answer }) => `${asked}: ${answer}`),
      ...needs.tooNew,
      ...(bytes > maxBundleBytes ? [`${bytes} bytes unzipped, more than ${maxBundleBytes}`] : []),
    ].map((fault) => `${name}: ${fault}`);
  });
  for (const fault of faults) console.log(fault);
  console.log(`${names.length} functions, ${faults.length} faults`);
  return faults.length === 0;
}

prepareRuntimeClient();
const folder = await mkdtemp(join(tmpdir(), 'docforge-lambda-'));
// The sandbox's user passes through it to its root.
await chmod(folder, 0o711);
try {
  const { directory } = await synthesize(project, join(project, 'build', 'assembly'), localSettings);
  const root = join(folder, 'root');
  await buildSandboxRoot(root);
  const faults = await sandboxFaults({ root, task: runtimeFolder, runtime: runtimeFolder }, folder);
  if (faults !== '') throw new Error(`The sandbox is incomplete: ${faults}`);
  const reports: string[] = [];
  const stack = await startStack({
    assemblyDirectory: directory,
    dataDirectory: join(folder, 'data'),
    port: 0,
    startHost: (options) => startLambdaHost(root, options),
    asLambda: {},
    report: (line) => {
      reports.push(line);
      console.log(line);
    },
  });
  try {
    const answers = await askTwice(stack, reports);
    console.log('function              MiB  limit  natives, glibc, libstdc++ that they need, answers');
    if (!(await printTable(stack, directory, answers))) process.exitCode = 1;
  } finally {
    await stack.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
