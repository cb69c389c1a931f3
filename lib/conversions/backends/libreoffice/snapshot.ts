import type { WasmInstance } from '../../base/web-assembly.ts';
import { GLOBAL_PREFIX } from './adapt-module.ts';
import { packFiles, unpackFiles } from './file-archive.ts';
import { foldersOf } from './file-system.ts';
import { areThreadsIdle } from './idle-threads.ts';
import { copyMemory } from './memory-image.ts';
import type { OfficeFile } from './package.ts';
import type { OfficeRuntime } from './runtime.ts';

/** What a started LibreOffice has outside of its memory. */
interface OutsideMemory {
  /** Address of LibreOfficeKit. */
  readonly kit: number;
  /** The module's global variables by the names of their exports: the addresses of the main thread and its stack. */
  readonly globals: Readonly<Record<string, number>>;
  readonly folders: readonly string[];
  readonly openFiles: readonly { readonly fd: number; readonly path: string; readonly flags: number }[];
  /** {@link filesKey} of the files that it was started with. */
  readonly files: string;
}

/** A started LibreOffice that no document is in. */
export interface OfficeSnapshot extends OutsideMemory {
  readonly memory: Uint8Array;
}

/** The descriptors of standard input, output and error are open in every process. */
const STANDARD_FILES = 3;

/** A global variable of a module. */
interface WasmGlobal {
  value: number;
}

const isGlobal = (entry: readonly [name: string, value: unknown]): entry is [string, WasmGlobal] =>
  entry[0].startsWith(GLOBAL_PREFIX);

/** Returns the values of a module's global variables. */
export const globalsOf = (exports: WasmInstance['exports']): OutsideMemory['globals'] =>
  Object.fromEntries(
    Object.entries(exports)
      .filter(isGlobal)
      .map(([name, { value }]) => [name, value]),
  );

/** Returns a text that differs if the files do: their names and sizes, because packages have versions. */
export const filesKey = (files: Iterable<OfficeFile>): string =>
  JSON.stringify([...files].map(([path, { length }]) => [path, length]));

/** Takes a snapshot of LibreOffice between documents. Throws Error if it is still busy. */
export async function takeSnapshot(
  { module, memory, exports }: OfficeRuntime,
  kit: number,
  files: string,
): Promise<OfficeSnapshot> {
  if (!(await areThreadsIdle(module.PThread))) throw new Error('A thread of LibreOffice does not end.');
  const openFiles = module.FS.streams.flatMap((file, fd) =>
    file && fd >= STANDARD_FILES ? [{ fd, path: file.path, flags: file.flags }] : [],
  );
  const globals = globalsOf(exports);
  return { kit, globals, folders: foldersOf(module.FS), openFiles, files, memory: copyMemory(memory) };
}

/** Turns a runtime whose memory was filled with that of a snapshot into the LibreOffice of the snapshot. */
export function restoreSnapshot(
  { module, exports }: OfficeRuntime,
  { globals, folders, openFiles }: OfficeSnapshot,
): void {
  for (const [name, global] of Object.entries(exports).filter(isGlobal)) global.value = globals[name] ?? 0;
  for (const folder of folders) module.FS_createPath('/', folder, true, true);
  const opened = openFiles.map(({ fd, path, flags }) => ({ fd, file: module.FS.open(path, flags) }));
  module.FS.streams.length = STANDARD_FILES;
  for (const { fd, file } of opened) {
    file.fd = fd;
    module.FS.streams[fd] = file;
  }
}

/** The names of a packed snapshot's parts. */
const [OUTSIDE, MEMORY] = ['outside.json', 'memory'];

export const packSnapshot = ({ memory, ...outside }: OfficeSnapshot): Buffer =>
  packFiles([
    [OUTSIDE, Buffer.from(JSON.stringify(outside))],
    [MEMORY, memory],
  ]);

/** Returns a packed snapshot. Its memory is a view of the archive. */
export function unpackSnapshot(archive: Uint8Array): OfficeSnapshot {
  const parts = new Map(unpackFiles(archive));
  const outside: OutsideMemory = JSON.parse(Buffer.from(parts.get(OUTSIDE) ?? []).toString('utf8'));
  return { ...outside, memory: parts.get(MEMORY) ?? new Uint8Array() };
}
