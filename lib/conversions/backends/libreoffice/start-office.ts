import { scratchFolder } from '../../base/scratch-folder.ts';
import { fontEnvironment, fontFilesInMemory } from './font-files.ts';
import { officeImage } from './image.ts';
import { type OfficeKit, openOfficeKit, PROFILE_FOLDER } from './office-kit.ts';
import { officeSettings } from './office-settings.ts';
import { startRuntime } from './runtime.ts';

const environment = {
  ...fontEnvironment,
  SAL_USE_VCLPLUGIN: 'svp',
  SAL_LOG: '-INFO-WARN',
  // Threads are expensive here, and one that starts while its creator waits would block.
  SAX_DISABLE_THREADS: '1',
  LOK_SKIP_PRELOAD: '1',
};

/** Starts LibreOffice in this process. Takes seconds and a gigabyte. */
export async function startOffice(): Promise<OfficeKit> {
  const settings = Buffer.from(officeSettings);
  const module = await startRuntime(officeImage(scratchFolder), {
    files: [[`${PROFILE_FOLDER}/user/registrymodifications.xcu`, settings], ...fontFilesInMemory()],
    environment,
  });
  return openOfficeKit(module);
}
