import { fileURLToPath } from 'node:url';
import { firstRun } from './first-run.ts';
import { runProject } from './run-project.ts';

await runProject({
  directory: fileURLToPath(new URL('..', import.meta.url)),
  firstRun,
});
