import { isDeepStrictEqual } from 'node:util';
import { scratchFolder } from '../../base/scratch-folder.ts';
import type { WasmMemory } from '../../base/web-assembly.ts';
import { optimizedCode } from './compiled-code.ts';
import { keepFileSystem } from './file-system.ts';
import { fontEnvironment, fontFilesInMemory } from './font-files.ts';
import { areThreadsIdle } from './idle-threads.ts';
import { type OfficeImage, officeImage } from './image.ts';
import { restoreMemory } from './memory-image.ts';
import { type OfficeKit, openOfficeKit, PROFILE_FOLDER, startOfficeKit } from './office-kit.ts';
import { officeSettings } from './office-settings.ts';
import type { OfficeFile } from './package.ts';
import { type OfficeRuntime, startRuntime } from './runtime.ts';
import { sampleDocument } from './sample-document.ts';
import { filesKey, globalsOf, type OfficeSnapshot, restoreSnapshot, takeSnapshot } from './snapshot.ts';

const environment = {
  ...fontEnvironment,
  SAL_USE_VCLPLUGIN: 'svp',
  SAL_LOG: '-INFO-WARN',
  // Threads are expensive here, and one that starts while its creator waits would block.
  SAX_DISABLE_THREADS: '1',
  LOK_SKIP_PRELOAD: '1',
};

/** LibreOffice inside this process. */
export interface Office extends OfficeKit {
  /**
   * Removes everything that documents left, by restoring the state of the snapshot. Resolves with false if that is
   * impossible.
   */
  readonly reset: () => Promise<boolean>;
}

/** Returns the files that are not in the image. */
const ownFiles = (): OfficeFile[] => [
  [`${PROFILE_FOLDER}/user/registrymodifications.xcu`, Buffer.from(officeSettings)],
  ...fontFilesInMemory(),
];

/** Returns a function that restores the state of a snapshot, which the runtime has now. */
function resetTo({ module, memory, exports }: OfficeRuntime, snapshot: OfficeSnapshot): Office['reset'] {
  const restoreFiles = keepFileSystem(module.FS);
  return async () => {
    // A call that was interrupted leaves its frame on the stack.
    if (!isDeepStrictEqual(globalsOf(exports), snapshot.globals)) return false;
    if (!(await areThreadsIdle(module.PThread))) return false;
    restoreMemory(memory, snapshot.memory);
    restoreFiles();
    return true;
  };
}

/** Starts LibreOffice from a snapshot. Throws Error if that was taken with other files. */
async function restoreOffice(
  image: OfficeImage,
  snapshot: OfficeSnapshot,
): Promise<{ readonly runtime: OfficeRuntime; readonly office: Office }> {
  const files = ownFiles();
  // LibreOffice would not look for other fonts.
  if (snapshot.files !== filesKey(files)) throw new Error('The snapshot of LibreOffice has other fonts.');
  // New memory is zero, and to compare a gigabyte of it would take 0.15 s.
  const fillMemory = ({ buffer }: WasmMemory): void => new Uint8Array(buffer).set(snapshot.memory);
  const runtime = await startRuntime(image, { files, environment, fillMemory });
  restoreSnapshot(runtime, snapshot);
  const kit = openOfficeKit(runtime.module, snapshot.kit);
  return { runtime, office: { ...kit, reset: resetTo(runtime, snapshot) } };
}

/** Starts LibreOffice in this process, from the snapshot of the image if it has one. Takes seconds and a gigabyte. */
export async function startOffice(image: OfficeImage = officeImage(scratchFolder)): Promise<Office> {
  const snapshot = image.readSnapshot();
  if (snapshot !== undefined) return (await restoreOffice(image, snapshot)).office;
  const { module } = await startRuntime(image, { files: ownFiles(), environment });
  return { ...openOfficeKit(module, startOfficeKit(module)), reset: async () => false };
}

const printSample = ({ convert }: OfficeKit): void => {
  const { outcome } = convert({ input: sampleDocument(), from: 'docx', to: 'pdf', filterData: {} });
  if (outcome !== 'done') throw new Error(`LibreOffice did not print its sample: ${outcome}`);
};

/** Starts LibreOffice without a snapshot, prints the sample document, and takes one. */
export async function makeSnapshot(image: OfficeImage): Promise<OfficeSnapshot> {
  const files = ownFiles();
  const runtime = await startRuntime(image, { files, environment });
  const kit = startOfficeKit(runtime.module);
  printSample(openOfficeKit(runtime.module, kit));
  return await takeSnapshot(runtime, kit, filesKey(files));
}

/** Starts LibreOffice from the snapshot, prints the sample document, and returns the optimized code of what ran. */
export async function makeCode(image: OfficeImage): Promise<Uint8Array> {
  const snapshot = image.readSnapshot();
  if (snapshot === undefined) throw new Error('The image of LibreOffice has no snapshot.');
  return await optimizedCode(async () => {
    const { runtime, office } = await restoreOffice(image, snapshot);
    printSample(office);
    return runtime.compiled;
  });
}
