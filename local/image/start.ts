import { join } from 'node:path';
import { firstRun } from '../first-run.ts';
import { localEnvironment, runProject } from '../run-project.ts';

/** The program of the container image: `npm start` with the assembly that `build.ts` has put beside it. */
await runProject({
  directory: import.meta.dirname,
  assembly: join(import.meta.dirname, 'assembly'),
  environment: localEnvironment,
  firstRun,
});
