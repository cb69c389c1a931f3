import { fileURLToPath } from 'node:url';
import { installedLibreOffice } from '../lib/conversions/backends/libreoffice/installation.ts';
import { firstRun } from './first-run.ts';
import { runProject } from './run-project.ts';

await runProject({
  directory: fileURLToPath(new URL('..', import.meta.url)),
  // The bundle of the LibreOffice worker runs without its container image if LibreOffice is installed.
  context: installedLibreOffice() === undefined ? {} : { libreOffice: true },
  firstRun,
});
