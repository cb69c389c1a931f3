import { basename, extname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type ExitCode, exitCodes, usageError } from '../command-error.ts';
import type { Environment } from '../config.ts';
import { createMessages, type Terminal } from '../console.ts';
import { convertTasks } from '../convert-tasks.ts';
import { dryRunTasks } from '../dry-run-tasks.ts';
import { openLocal } from '../local.ts';
import { createOutputs, isFolder } from '../outputs.ts';
import { inFiles, toStandardOutput } from '../placement.ts';
import { type RunSettings, runTasks } from '../run-tasks.ts';
import { openService } from '../service.ts';
import { keptSteps, readSteps, targetOf } from '../steps.ts';
import type { Backend, Source, Task } from '../task.ts';
import { arrivals, readArrival } from '../watch.ts';

/** What commands share. */
export type Context = {
  readonly environment: Environment;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
};

/** Options of the commands that convert. */
export type TaskOptions = {
  readonly out?: string;
  readonly from?: string;
  readonly option?: Readonly<Record<string, unknown>>;
  readonly jobs: number;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly local?: boolean;
  readonly watch?: string;
  readonly dryRun?: boolean;
  readonly webhookUrl?: string;
  readonly deliverTo?: string;
};

/** Opens the service, or the conversions of this process with `--local`. */
export const openBackend = (
  { local }: { readonly local?: boolean },
  { environment }: Context,
): Promise<Backend> => (local ? openLocal() : openService(environment));

const sourceOf = async (input: string, { stdin }: Terminal): Promise<Source> => {
  if (input === '-') return { kind: 'bytes', bytes: await buffer(stdin), name: 'document' };
  return URL.canParse(input) && /^https?:/i.test(input)
    ? { kind: 'url', url: input }
    : { kind: 'file', path: input };
};

type Plan = Pick<Task, 'operation' | 'target' | 'steps'>;

const checkCombination = (inputs: readonly string[], options: TaskOptions): void => {
  const { out, json, watch, dryRun } = options;
  if (inputs.filter((input) => input === '-').length > 1)
    throw usageError('Standard input can be read only once. Pass - once.');
  if (watch === undefined && inputs.length === 0)
    throw usageError('Pass at least one file, - for standard input, or --watch FOLDER.');
  if (watch !== undefined && inputs.length > 0)
    throw usageError('--watch converts the files of its folder. Remove the other inputs.');
  if (watch !== undefined && (out === undefined || out === '-' || resolve(out) === resolve(watch)))
    throw usageError('--watch needs --out with another folder. Otherwise it would convert its own results.');
  if (watch !== undefined && dryRun)
    throw usageError('--dry-run does not work with --watch. Pass the files instead.');
  if (out === '-' && json)
    throw usageError('--json and --out - both write to standard output. Use one of them.');
};

const checkEnding = (results: number, { local, watch, webhookUrl, deliverTo }: TaskOptions): void => {
  if (local && webhookUrl !== undefined)
    throw usageError('--webhook-url needs a service. Remove it or --local.');
  if (local && deliverTo !== undefined)
    throw usageError('--deliver-to needs a service. Remove it or --local.');
  if (deliverTo !== undefined && (results > 1 || watch !== undefined))
    throw usageError(
      '--deliver-to accepts one result, because the next one would replace it. Convert one file.',
    );
};

/** Converts or extracts each input by itself, or all inputs to one result if `isMerge`. */
export const runConversions = async (
  plan: Plan,
  inputs: readonly string[],
  options: TaskOptions,
  context: Context,
  isMerge = false,
): Promise<ExitCode> => {
  checkCombination(inputs, options);
  const { terminal, signal } = context;
  const { watch, json = false, quiet = false, dryRun = false } = options;
  const results = isMerge ? 1 : inputs.length;
  checkEnding(results, options);
  const out = options.out ?? (inputs[0] === '-' && results === 1 ? '-' : undefined);
  if (out === '-' && results > 1)
    throw usageError('Standard output accepts one result. Convert one file, or use docforge merge.');
  const toStdout = out === '-';
  if (toStdout && keptSteps(plan.steps).length > 0)
    throw usageError('Standard output accepts one result. Remove "output" from the steps, or set --out.');
  const backend = await openBackend(options, context);
  const sources = await Promise.all(inputs.map((input) => sourceOf(input, terminal)));
  const every = {
    ...plan,
    from: options.from,
    options: options.option ?? {},
    ending: { webhook_url: options.webhookUrl, deliver_to: options.deliverTo },
  };
  const tasks = (isMerge ? [sources] : sources.map((source) => [source])).map(
    (each): Task => ({ ...every, sources: each }),
  );
  const inFolder = watch !== undefined || (out !== undefined && !toStdout && (await isFolder(out)));
  const isAmbiguous = results > 1 || (keptSteps(plan.steps).length > 0 && extname(out ?? '') === '');
  if (out !== undefined && !toStdout && !inFolder && isAmbiguous)
    throw usageError(
      `Several results need a folder, and ${out} is not one. To create it, write --out ${out}/.`,
    );
  const outputs = createOutputs({ out, isFolder: inFolder, force: options.force === true });
  const messages = createMessages(terminal, {
    linesTo: toStdout && !dryRun ? 'stderr' : 'stdout',
    hasBar: !json && !quiet,
  });
  const placement = toStdout ? toStandardOutput(terminal) : inFiles(outputs);
  const common = { parallel: Math.min(options.jobs, backend.maxParallel), messages, json, quiet, signal };
  try {
    if (dryRun) {
      const { perform, excess } = dryRunTasks(backend, placement.before, signal);
      const ended = await runTasks(tasks, { ...common, perform });
      const refusal = excess();
      if (refusal !== undefined) messages.note(`docforge: ${refusal}`);
      return ended === exitCodes.ok && refusal !== undefined ? exitCodes.failed : ended;
    }
    const settings = { ...common, perform: convertTasks(backend, placement, signal) };
    if (watch === undefined) return await runTasks(tasks, settings);
    return await watchFolder(watch, every, settings);
  } finally {
    messages.stop();
  }
};

const watchFolder = async (
  folder: string,
  common: Omit<Task, 'sources'>,
  settings: RunSettings,
): Promise<ExitCode> => {
  let exitCode: ExitCode = exitCodes.ok;
  const { messages, perform } = settings;
  const poll = await arrivals(folder, (path, reason) =>
    messages.note(`docforge: ${path}: skipped: it ${reason}`),
  );
  messages.note(`Watching ${folder}. Press Ctrl-C to stop.`);
  while (!settings.signal.aborted) {
    const paths = await poll();
    const tasks = paths.map((path): Task => ({ ...common, sources: [{ kind: 'file', path }] }));
    const ended = await runTasks(tasks, {
      ...settings,
      perform: async (task, input, onProgress) => {
        const bytes = await readArrival(input);
        const source: Source = { kind: 'bytes', bytes, name: basename(input), path: input };
        return perform({ ...task, sources: [source] }, input, onProgress);
      },
    });
    if (ended === exitCodes.notSignedIn || ended === exitCodes.usage) return ended;
    if (ended !== exitCodes.ok && ended !== exitCodes.interrupted) exitCode = exitCodes.failed;
    await delay(500, undefined, { signal: settings.signal }).catch(() => undefined);
  }
  // Ctrl-C is how watching ends.
  return exitCode;
};

/** What `docforge convert` does: `--to`, or the steps of the file of `--steps`. */
export const conversionPlan = async ({
  to,
  steps: path,
  option,
}: Pick<TaskOptions, 'option'> & {
  readonly to?: string;
  readonly steps?: string;
}): Promise<Plan> => {
  if ((to === undefined) === (path === undefined))
    throw usageError('Pass the target format with --to, or a file of steps with --steps.');
  if (path === undefined) return { operation: 'convert', target: to ?? '' };
  if (option !== undefined)
    throw usageError('Each step has its own options. Put them into the file of --steps.');
  const steps = await readSteps(path);
  return { ...targetOf(steps), steps };
};

/** The target of a merge: `--to`, or the extension of the output. */
export const mergeTarget = (to: string | undefined, out: string): string => {
  const target = to ?? extname(out).slice(1);
  if (target === '') throw usageError('Pass the target format with --to, or add an extension to --out.');
  return target;
};
