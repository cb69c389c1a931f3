import type { JobProgress } from '../client/types.ts';
import { CommandError, type ExitCode, exitCodes } from './command-error.ts';
import type { Messages } from './console.ts';
import { failureOf } from './failure.ts';
import { endsEverything } from './service.ts';
import { nameOf, type Task } from './task.ts';

/** What a task that succeeded reports. */
type Outcome = {
  /** Written with `--json`, after the input. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Written without `--json`, on standard output. */
  readonly lines: readonly string[];
  /** Written without `--json`, on standard error. */
  readonly notes: readonly string[];
};

/** Carries out a task. `input` names its documents. */
export type Perform = (
  task: Task,
  input: string,
  onProgress: (progress: JobProgress) => void,
) => Promise<Outcome>;

/** How the tasks of a command run and what is reported. */
export type RunSettings = {
  readonly perform: Perform;
  readonly parallel: number;
  readonly messages: Messages;
  /** Whether to write a JSON object for each document, instead of text. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly signal: AbortSignal;
};

/** Documents that a message lists by name, at most. */
const maxListed = 10;

const listOf = (names: readonly string[]): string => {
  const further = names.length - maxListed;
  return `${names.slice(0, maxListed).join(', ')}${further > 0 ? ` and ${further} more` : ''}`;
};

const inputsOf = ({ sources }: Task): string => sources.map(nameOf).join(' + ');

/** Runs tasks, some at the same time, and returns the exit code of the command. Errors that concern all of them end the rest. */
export const runTasks = async (tasks: readonly Task[], settings: RunSettings): Promise<ExitCode> => {
  const { perform, messages, json, quiet, signal } = settings;
  let exitCode: ExitCode = exitCodes.ok;
  let done = 0;
  let next = 0;
  let isStopped = false;
  const ended = new Set<Task>();

  const runOne = async (task: Task): Promise<void> => {
    const input = inputsOf(task);
    const show = (label: string): void => messages.progress(done, tasks.length, label);
    show(input);
    try {
      const { fields, lines, notes } = await perform(task, input, ({ done: some, total, unit }) =>
        show(`${input} ${some}${total === null ? '' : `/${total}`} ${unit}`),
      );
      ended.add(task);
      if (json) messages.json({ input, ...fields });
      else if (!quiet) {
        for (const line of lines) messages.line(line);
        for (const note of notes) messages.note(note);
      }
    } catch (error) {
      if (signal.aborted) return;
      ended.add(task);
      const { exitCode: code, code: name, message } = failureOf(error);
      if (json) messages.json({ input, status: 'failed', error: { code: name, message } });
      else messages.note(`docforge: ${input}: ${message}`);
      if (exitCode === exitCodes.ok || code > exitCode) exitCode = code;
      if (endsEverything(error) || (error instanceof CommandError && error.exitCode === exitCodes.usage))
        isStopped = true;
    } finally {
      done += 1;
      show(input);
    }
  };

  const work = async (): Promise<void> => {
    for (let task = tasks[next++]; task !== undefined && !isStopped && !signal.aborted; task = tasks[next++])
      await runOne(task);
  };
  await Promise.all(Array.from({ length: Math.min(settings.parallel, tasks.length) }, work));
  const skipped = tasks.length - done;
  if (isStopped && skipped > 0)
    messages.note(
      `docforge: ${skipped} more ${skipped === 1 ? 'document was' : 'documents were'} not tried, because the same error would occur.`,
    );
  if (!signal.aborted) return exitCode;
  const left = tasks.filter((task) => !ended.has(task)).map(inputsOf);
  if (json) for (const input of left) messages.json({ input, status: 'cancelled' });
  else if (left.length > 0)
    messages.note(
      `docforge: Interrupted. ${ended.size} of ${tasks.length} documents were processed. Not converted: ${listOf(left)}.`,
    );
  return exitCodes.interrupted;
};
