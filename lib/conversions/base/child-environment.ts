import { tmpdir } from 'node:os';

/** The name of the variable that tells an engine process of the folder it shares with others. */
export const SHARED_FOLDER = 'ENGINE_SHARED_FOLDER';

/**
 * Where processes keep files for each other. An engine process has a folder of its own for temporary files, and can only
 * read here once its walls are up.
 */
export const sharedFolder = (): string => process.env[SHARED_FOLDER] ?? tmpdir();

/** The name of the variable that tells the engine process's program what to do about its walls. */
export const WALLS_STATE = 'ENGINE_WALLS';
/** The walls behind this word are up, and the program was executed again behind them. */
export const WALLS_UP = 'up';
/** Build no wall of Landlock: the program did not start behind it. */
export const WITHOUT_LANDLOCK = 'without landlock';
