import { printableJson } from '../../lib/conversions/base/printable.ts';
import { type ExitCode, exitCodes } from '../command-error.ts';
import { say } from '../console.ts';
import { table } from '../layout.ts';
import { createOutputs, endingOf, isFolder } from '../outputs.ts';
import { writeTo } from '../placement.ts';
import { openClient } from '../service.ts';
import type { Source } from '../task.ts';
import type { Context } from './convert.ts';

type Listing = { readonly json?: boolean };

/** Prints the service, the plan, and what is used and left of it. */
export const showUsage = async ({ json }: Listing, { environment, terminal }: Context): Promise<ExitCode> => {
  const { account, docforge } = await openClient(environment);
  const usage = await docforge.usage();
  const { plan, operations, jobs, keys } = usage;
  say(
    terminal.stdout,
    json
      ? printableJson({ url: account.url, ...usage })
      : table([
          ['Service', account.url],
          ['Plan', plan],
          [
            'Operations',
            `${operations.used} of ${operations.limit} used; reset ${operations.resets_at.slice(0, 10)}`,
          ],
          ['Active jobs', `${jobs.active} of ${jobs.max}`],
          ['API keys', `${keys.used} of ${keys.max}`],
        ]),
  );
  return exitCodes.ok;
};

/** Prints a job as JSON. */
export const showJob = async (id: string, { environment, terminal, signal }: Context): Promise<ExitCode> => {
  const { docforge } = await openClient(environment);
  say(terminal.stdout, printableJson(await docforge.job(id, { signal }), 2));
  return exitCodes.ok;
};

/** Cancels a job. One that has ended stays as it is, which is an error. */
export const cancelJob = async (
  id: string,
  { environment, terminal, signal }: Context,
): Promise<ExitCode> => {
  const { docforge } = await openClient(environment);
  const { status } = await docforge.cancel(id, { signal });
  say(terminal.stdout, `${id}: ${status}`);
  return exitCodes.ok;
};

/** Downloads the result of a job, or of a step that keeps it. */
export const downloadResult = async (
  id: string,
  { out, step, force = false }: { readonly out?: string; readonly step?: string; readonly force?: boolean },
  { environment, terminal, signal }: Context,
): Promise<ExitCode> => {
  const { docforge } = await openClient(environment);
  const job = await docforge.waitFor(id, { signal });
  const result = docforge.result(job, { step, signal });
  if (out === '-') {
    await writeTo(terminal.stdout, await result.bytes());
    return exitCodes.ok;
  }
  const { filename } = result;
  const source: Source = { kind: 'bytes', bytes: new Uint8Array(), name: filename };
  const extension = /\.([^.]+)$/.exec(filename)?.[1] ?? 'bin';
  const ending =
    step === undefined && job.format !== undefined ? endingOf('extract', job.format, extension) : extension;
  const outputs = createOutputs({ out, isFolder: out !== undefined && (await isFolder(out)), force });
  await outputs.check(source, ending);
  const bytes = await result.bytes();
  say(terminal.stdout, `${id} -> ${await outputs.write(source, ending, bytes)} (${bytes.length} bytes)`);
  return exitCodes.ok;
};
