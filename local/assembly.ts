import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { isRecord } from './template/json.ts';
import { writeAtomically } from './write-atomically.ts';

/** The sources of the synthesized app, relative to the project's folder. */
const sources = [
  'cdk',
  'functions',
  'services',
  'lib',
  'dashboard',
  'site',
  'docs',
  'CHANGELOG.md',
  'SECURITY.md',
  'cdk.json',
  'docforge.config.example.ts',
  'docforge.config.ts',
  'package.json',
  'package-lock.json',
];

/** A line of the app that reports a stage of the synthesis. */
const stageLine = /^(?:Bundling (?:\d|the )|Building the ).*$/gm;

/** A file of an assembly that identifies a process which requested it and may still read its bundles. */
const usedByName = /^used-by-(\d+)$/;

/** The CDK app failed. The message ends with its output. */
export class SynthesisError extends Error {
  constructor(output: string) {
    super(`The CDK app failed:\n${output.trim().split('\n').slice(-40).join('\n')}`);
    this.name = 'SynthesisError';
  }
}

/** A cloud assembly: its folder, and whether it was reused. */
type Assembly = { readonly directory: string; readonly cached: boolean };

/**
 * Synthesizes the project's CDK app, `cdk/app.ts`. Returns the previous assembly if no source has changed since.
 *
 * Runs the app without the CDK command, with the context of `cdk.json`. Bundles are not copied; asset metadata contains
 * their paths. DOCFORGE_STAGE and DOCFORGE_CONFIG choose a stage and a file of settings, as for a deployment.
 * @param cacheDirectory contains the assemblies: the latest one and those that a running process uses
 * @param settings those that apply where the stage sets none
 * @param onStage called with each stage that takes long
 * @throws {SynthesisError} if the app fails
 */
export async function synthesize(
  projectDirectory: string,
  cacheDirectory: string,
  settings: Readonly<Record<string, unknown>> = {},
  onStage: (stage: string) => void = () => undefined,
): Promise<Assembly> {
  await mkdir(cacheDirectory, { recursive: true });
  const hash = await hashSources(projectDirectory, settings);
  const pointer = join(cacheDirectory, `${hash}.json`);
  const cached = await readPointer(pointer);
  if (cached !== undefined) {
    await markUsed(cached);
    return { directory: cached, cached: true };
  }
  const directory = await mkdtemp(join(cacheDirectory, 'assembly-'));
  await markUsed(directory);
  try {
    await runApp(projectDirectory, directory, cacheDirectory, settings, onStage);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  // A file saved in the meantime makes this a mixture of two states of the sources.
  if ((await hashSources(projectDirectory, settings)) === hash)
    await writeAtomically(pointer, JSON.stringify({ directory }));
  await prune(cacheDirectory, directory);
  return { directory, cached: false };
}

async function runApp(
  projectDirectory: string,
  outputDirectory: string,
  cacheDirectory: string,
  settings: Readonly<Record<string, unknown>>,
  onStage: (stage: string) => void,
): Promise<void> {
  const context = {
    ...(await readContext(projectDirectory)),
    'docforge:local': settings,
    'aws:cdk:enable-asset-metadata': true,
    'aws:cdk:disable-asset-staging': true,
    'aws:cdk:version-reporting': false,
  };
  const child = spawn(process.execPath, [join('cdk', 'app.ts')], {
    cwd: projectDirectory,
    env: {
      // CDK's code takes half a second to compile.
      NODE_COMPILE_CACHE: join(cacheDirectory, 'compiled'),
      ...process.env,
      // CDK's validation only warns, and its engine takes seconds to start.
      CDK_VALIDATION: 'false',
      // Packing what a deployment needs takes longer than all else.
      PACKING: 'quick',
      CDK_OUTDIR: outputDirectory,
      CDK_CONTEXT_JSON: JSON.stringify(context),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    output.push(chunk);
    for (const [line] of chunk.toString('utf8').matchAll(stageLine)) onStage(line);
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  const code = await promise;
  if (code !== 0) throw new SynthesisError(Buffer.concat(output).toString('utf8'));
}

async function readContext(projectDirectory: string): Promise<Record<string, unknown>> {
  const text = await readFile(join(projectDirectory, 'cdk.json'), 'utf8').catch(() => '{}');
  const content: unknown = JSON.parse(text);
  return isRecord(content) && isRecord(content.context) ? content.context : {};
}

/** Hashes the content of the sources: a checkout changes only their times. */
async function hashSources(
  projectDirectory: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { DOCFORGE_CONFIG: configFile, DOCFORGE_STAGE: stage } = process.env;
  // Assemblies contain absolute paths of bundles, so a copied project needs its own.
  const hash = createHash('sha256').update(
    `${process.version}\0${resolve(projectDirectory)}\0${JSON.stringify([settings, stage])}\0`,
  );
  for (const source of [...sources, ...(configFile ? [relative(projectDirectory, configFile)] : [])]) {
    const path = join(projectDirectory, source);
    for (const file of await listFiles(path)) {
      hash
        .update(`${relative(projectDirectory, file)}\0`)
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex').slice(0, 32);
}

async function listFiles(path: string): Promise<string[]> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) return [];
  if (!status.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function readPointer(path: string): Promise<string | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isRecord(value) || typeof value.directory !== 'string') return undefined;
    return (await stat(join(value.directory, 'manifest.json'))).isFile() ? value.directory : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps an assembly until this process has ended. */
async function markUsed(directory: string): Promise<void> {
  await writeFile(join(directory, `used-by-${process.pid}`), '');
}

async function isUsed(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  return names.some((name) => {
    const pid = usedByName.exec(name)?.[1];
    return pid !== undefined && isAlive(Number(pid));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Deletes the assemblies that are neither the latest nor in use, and what refers to them. */
async function prune(cacheDirectory: string, latest: string): Promise<void> {
  const names = await readdir(cacheDirectory);
  for (const name of names.filter((file) => file.startsWith('assembly-'))) {
    const directory = join(cacheDirectory, name);
    if (directory !== latest && !(await isUsed(directory))) {
      await rm(directory, { recursive: true, force: true });
    }
  }
  for (const name of names.filter((file) => /^[0-9a-f]{32}\.json$/.test(file))) {
    const pointer = join(cacheDirectory, name);
    if ((await readPointer(pointer)) === undefined) await rm(pointer, { force: true });
  }
}
