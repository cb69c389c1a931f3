import { fileURLToPath } from 'node:url';
import { firstRun } from './first-run.ts';
import { ArgumentError, readArguments } from './local-settings.ts';
import { currentLibc, platformProblem } from './platform.ts';
import { localEnvironment, runProject } from './run-project.ts';

const argumentsOf = (args: readonly string[]): ReturnType<typeof readArguments> => {
  try {
    return readArguments(args);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
};

const problem = platformProblem(process.platform, process.arch, currentLibc());
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}

await runProject({
  directory: fileURLToPath(new URL('..', import.meta.url)),
  ...argumentsOf(process.argv.slice(2)),
  environment: localEnvironment,
  firstRun,
});
