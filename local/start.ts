import { fileURLToPath } from 'node:url';
import { installedLibreOffice } from '../lib/conversions/backends/libreoffice/installation.ts';
import { firstRun } from './first-run.ts';
import { runProject } from './run-project.ts';

await runProject({
  directory: fileURLToPath(new URL('..', import.meta.url)),
  // Its worker's bundle runs without the container image where the program is installed.
  context: installedLibreOffice() === undefined ? {} : { libreOffice: true },
  firstRun,
});
