import { help, type Options, readOptions } from './service/options.ts';
import { runBenchmark } from './service/run-benchmark.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (stopping.signal.aborted) process.exit(130);
    console.error('\nStopping ...');
    stopping.abort(new Error('The benchmark was stopped'));
  });
}

const optionsOrExplain = (): Options | undefined => {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options === undefined) console.log(help);
    return options;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return undefined;
  }
};

try {
  const options = optionsOrExplain();
  if (options !== undefined) await runBenchmark(options, stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) console.error(error);
  process.exitCode = stopping.signal.aborted ? 130 : 1;
}
