import { tmpdir } from 'node:os';
import { isPackageInstalled, isWorkerBundle, packageVersion } from '../../../base/package-assets.ts';
import { metricFontPackage, metricFonts } from '../../fonts/metric-fonts.ts';
import type { OfficeProgram } from '../office-program.ts';
import { officeSettings } from '../office-settings.ts';
import { fontEnvironment, fontFilesInMemory } from './font-files.ts';
import { officeImage } from './image.ts';
import { filterRemovals } from './import-filters.ts';
import { openWasmOfficeKit, PROFILE_FOLDER, type WasmOfficeKit } from './office-kit.ts';
import { wasmOfficePackage } from './package.ts';
import { startRuntime } from './runtime.ts';
import { warmDocument } from './warm-document.ts';

/** Version of LibreOffice in the package, for its settings. */
const SETTINGS_VERSION = '24.8';

// Read at startup: during a conversion, tmpdir() is the document's own folder, which is deleted with it.
const scratchFolder = tmpdir();

const environment = {
  ...fontEnvironment,
  SAL_USE_VCLPLUGIN: 'svp',
  SAL_LOG: '-INFO-WARN',
  // Threads are expensive here, and one that starts while its creator waits would block.
  SAX_DISABLE_THREADS: '1',
  LOK_SKIP_PRELOAD: '1',
};

async function start(): Promise<WasmOfficeKit> {
  const settings = Buffer.from(officeSettings(SETTINGS_VERSION, filterRemovals));
  const module = await startRuntime(officeImage(scratchFolder), {
    files: [[`${PROFILE_FOLDER}/user/registrymodifications.xcu`, settings], ...fontFilesInMemory()],
    environment,
  });
  return openWasmOfficeKit(module);
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
    if (isWorkerBundle) (await load()).convert(warmDocument);
  },
};
