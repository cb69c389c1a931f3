import { isPackageInstalled, isWorkerBundle } from '../../../base/package-assets.ts';
import { metricFontPackage, metricFonts } from '../../fonts/metric-fonts.ts';
import { koffiPackage } from '../../koffi/package.ts';
import type { OfficeProgram } from '../office-program.ts';
import { wasmOfficePackage } from '../wasm/package.ts';
import { installedLibreOffice, type LibreOffice } from './installation.ts';
import type * as OfficeJobs from './run-job.ts';

function required(): LibreOffice {
  const office = installedLibreOffice();
  if (office === undefined) throw new Error('LibreOffice is not installed.');
  return office;
}

let jobs: typeof OfficeJobs | undefined;

/** Loads the code that runs LibreOffice. */
async function loadJobs(): Promise<typeof OfficeJobs> {
  jobs ??= await import('./run-job.ts');
  return jobs;
}

/** The LibreOffice of this machine. */
export const nativeOffice: OfficeProgram = {
  name: 'libreoffice',
  isIsolated: false,
  decryptsOpenDocument: true,
  isOptional: true,
  isAvailable: () =>
    // It takes the place of the WebAssembly build, so only in the worker that has that.
    (!isWorkerBundle || isPackageInstalled(wasmOfficePackage)) &&
    installedLibreOffice() !== undefined &&
    [koffiPackage, ...metricFonts.map(metricFontPackage)].every(isPackageInstalled),
  version: () => {
    const office = installedLibreOffice();
    if (office === undefined) return 'unknown';
    return jobs?.loadedVersion() ?? office.version;
  },
  hasMath: () => required().hasMath,
  run: async (job) => await (await loadJobs()).runOfficeJob(required(), job),
  warm: async () => await (await loadJobs()).warmOfficeKit(required()),
};
