import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programEnvironment } from './program-environment.ts';

/** The folder of the Python client, which programs import as `docforge`. */
export const pythonClient = join(import.meta.dirname, '..', '..', 'client-python');

/** Runs a Python program that can import the client. Warnings, such as of files that stay open, are errors. */
export const runPython = (
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)('python3', ['-W', 'error', ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: programEnvironment({ PYTHONPATH: pythonClient, PYTHONDONTWRITEBYTECODE: '1', ...env }),
  });
