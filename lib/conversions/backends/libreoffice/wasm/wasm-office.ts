import { isPackageInstalled, isWorkerBundle, packageVersion } from '../../../base/package-assets.ts';
import { metricFontPackage, metricFonts } from '../../fonts/metric-fonts.ts';
import type { OfficeProgram } from '../office-program.ts';
import type { WasmOfficeKit } from './office-kit.ts';
import { wasmOfficePackage } from './package.ts';

async function start(): Promise<WasmOfficeKit> {
  const { startOffice } = await import('./start-office.ts');
  return await startOffice();
}

let loading: Promise<WasmOfficeKit> | undefined;
let version: string | undefined;

/** Loads LibreOffice into this process once. */
async function load(): Promise<WasmOfficeKit> {
  loading ??= start();
  const kit = await loading;
  version = kit.version;
  return kit;
}

/** LibreOffice compiled to WebAssembly: it can access nothing but its own memory. */
export const wasmOffice: OfficeProgram = {
  name: 'libreoffice-wasm',
  // Its file system is in memory, and it has no sockets.
  isIsolated: true,
  // It is built without NSS, whose ciphers that needs.
  decryptsOpenDocument: false,
  isAvailable: () => [wasmOfficePackage, ...metricFonts.map(metricFontPackage)].every(isPackageInstalled),
  version: () => version ?? packageVersion(wasmOfficePackage),
  hasMath: () => true,
  run: async (job) => (await load()).convert(job),
  // It takes seconds and a gigabyte, so elsewhere than in its own worker it waits for the first office document.
  warm: async () => {
    if (!isWorkerBundle) return;
    const { warmDocument } = await import('./warm-document.ts');
    (await load()).convert(warmDocument);
  },
};
