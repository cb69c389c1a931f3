import { tmpdir } from 'node:os';

/** Environment variable that contains an engine process's shared folder. */
export const SHARED_FOLDER = 'ENGINE_SHARED_FOLDER';

/**
 * Folder for files that processes share. Each engine process has its own folder for temporary files and, inside its
 * sandbox, only read access to this one.
 */
export const sharedFolder = (): string => process.env[SHARED_FOLDER] ?? tmpdir();

/** Environment variable with the folder of what an earlier engine process prepared. */
export const PREPARED_FOLDER = 'ENGINE_PREPARED_FOLDER';

/** Returns the folder of what an earlier engine process prepared, if there is one. */
export const preparedFolders = (): string[] => {
  const { [PREPARED_FOLDER]: folder } = process.env;
  return folder === undefined ? [] : [folder];
};

/**
 * Name of the folder, in an engine process's own, of files that it writes before its first document and that save later
 * processes time. The parent copies it.
 */
export const PREPARED = 'docforge-prepared';

/** Environment variable that sets how the engine process builds its sandbox. */
export const SANDBOX_STATE = 'ENGINE_SANDBOX';
/** The sandbox is active and the program was executed again inside it. */
export const SANDBOX_ACTIVE = 'active';
/** Skip Landlock: the program was not started under it. */
export const WITHOUT_LANDLOCK = 'without landlock';

/** Environment variable that names the engines whose libraries an engine process loads before its first document. */
export const WARM_ENGINES = 'ENGINE_WARM';
