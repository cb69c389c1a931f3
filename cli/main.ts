#!/usr/bin/env node
import { exitCodes } from './command-error.ts';
import { runProgram } from './program.ts';

const controller = new AbortController();
const stop = (): void => {
  // The second time does not wait for the jobs to be cancelled.
  if (controller.signal.aborted) process.exit(exitCodes.interrupted);
  controller.abort(new Error('Interrupted'));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// The reader of a pipe, such as head, may end first.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.ok);
  throw error;
});

const { env: environment, stdin, stdout, stderr } = process;
const exitCode = await runProgram(process.argv.slice(2), {
  environment,
  terminal: { stdin, stdout, stderr },
  signal: controller.signal,
});
// Pipes are asynchronous on some systems.
for (const stream of [stdout, stderr]) await new Promise((written) => stream.write('', written));
// Local conversions keep a browser warm, which would keep this process alive.
process.exit(exitCode);
