import { scratchFolder } from '../../../base/scratch-folder.ts';
import { officeSettings } from '../office-settings.ts';
import { fontEnvironment, fontFilesInMemory } from './font-files.ts';
import { officeImage } from './image.ts';
import { filterRemovals } from './import-filters.ts';
import { openWasmOfficeKit, PROFILE_FOLDER, type WasmOfficeKit } from './office-kit.ts';
import { startRuntime } from './runtime.ts';

/** Version of LibreOffice in the package, for its settings. */
const SETTINGS_VERSION = '24.8';

const environment = {
  ...fontEnvironment,
  SAL_USE_VCLPLUGIN: 'svp',
  SAL_LOG: '-INFO-WARN',
  // Threads are expensive here, and one that starts while its creator waits would block.
  SAX_DISABLE_THREADS: '1',
  LOK_SKIP_PRELOAD: '1',
};

/** Starts LibreOffice in this process. Takes seconds and a gigabyte. */
export async function startOffice(): Promise<WasmOfficeKit> {
  const settings = Buffer.from(officeSettings(SETTINGS_VERSION, filterRemovals));
  const module = await startRuntime(officeImage(scratchFolder), {
    files: [[`${PROFILE_FOLDER}/user/registrymodifications.xcu`, settings], ...fontFilesInMemory()],
    environment,
  });
  return openWasmOfficeKit(module);
}
