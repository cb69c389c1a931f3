import { tmpdir } from 'node:os';

/**
 * Folder for temporary files of the engine process. Read when the process starts: during a conversion, `tmpdir()` is the
 * document's own folder, which is deleted with it.
 */
export const scratchFolder = tmpdir();
