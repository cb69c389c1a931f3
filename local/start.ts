import { fileURLToPath } from 'node:url';
import { firstRun } from './first-run.ts';
import { ArgumentError, contextOf } from './local-context.ts';
import { runProject } from './run-project.ts';

const readContext = (): Readonly<Record<string, string>> => {
  try {
    return contextOf(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
};

await runProject({
  directory: fileURLToPath(new URL('..', import.meta.url)),
  context: readContext(),
  // Webhooks to receivers on this machine.
  environment: { LOCAL_RECEIVER_HOST: 'localhost,127.0.0.1' },
  firstRun,
});
