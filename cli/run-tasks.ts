import { CommandError, type ExitCode, exitCodes } from './command-error.ts';
import type { Messages } from './console.ts';
import { failureOf } from './failure.ts';
import { endsEverything } from './service.ts';
import { type Backend, nameOf, type Task, type TaskResult } from './task.ts';

/** How the tasks of a command run and what is reported. */
export type RunSettings = {
  readonly backend: Backend;
  readonly parallel: number;
  readonly messages: Messages;
  /** Whether to write a JSON object for each document, instead of text. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly signal: AbortSignal;
  /** Fails if the result has no place. */
  readonly before: (task: Task) => Promise<void>;
  /** Stores a result and returns its path. */
  readonly store: (task: Task, result: TaskResult, bytes: Uint8Array) => Promise<string>;
};

const inputsOf = ({ sources }: Task): string => sources.map(nameOf).join(' + ');

const pagesOf = (pages: number | null): string =>
  pages === null ? '' : `, ${pages} page${pages === 1 ? '' : 's'}`;

/** Runs tasks, some at the same time, and returns the exit code of the command. Errors that concern all of them end the rest. */
export const runTasks = async (tasks: readonly Task[], settings: RunSettings): Promise<ExitCode> => {
  const { backend, messages, json, quiet, signal } = settings;
  let exitCode: ExitCode = exitCodes.ok;
  let done = 0;
  let next = 0;
  let isStopped = false;

  const report = (fields: Readonly<Record<string, unknown>>): void => messages.line(JSON.stringify(fields));

  const runOne = async (task: Task): Promise<void> => {
    const input = inputsOf(task);
    const show = (label: string): void => messages.progress(done, tasks.length, label);
    show(input);
    try {
      await settings.before(task);
      const result = await backend.run(task, {
        signal,
        onProgress: ({ done: some, total, unit }) =>
          show(`${input} ${some}${total === null ? '' : `/${total}`} ${unit}`),
      });
      const bytes = await result.read();
      const output = await settings.store(task, result, bytes);
      const { pages, warnings, jobId } = result;
      if (json)
        report({
          input,
          status: 'complete',
          output,
          size_bytes: bytes.length,
          pages,
          warnings,
          job_id: jobId,
        });
      else if (!quiet) {
        messages.line(`${input} -> ${output} (${bytes.length} bytes${pagesOf(pages)})`);
        for (const warning of warnings) messages.note(`${input}: warning: ${warning}`);
      }
    } catch (error) {
      if (signal.aborted) return;
      const { exitCode: code, code: name, message } = failureOf(error);
      if (json) report({ input, status: 'failed', error: { code: name, message } });
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
  await Promise.all(
    Array.from({ length: Math.min(settings.parallel, backend.maxParallel, tasks.length) }, work),
  );
  const skipped = tasks.length - done;
  if (isStopped && skipped > 0)
    messages.note(`docforge: ${skipped} more not converted, because they would fail too.`);
  return signal.aborted ? exitCodes.interrupted : exitCode;
};
