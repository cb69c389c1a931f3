import { type ExecFileOptions, execFile } from 'node:child_process';

/** Runs a program to its end, whatever its exit code. */
export const runToEnd = (
  program: string,
  args: readonly string[],
  options: ExecFileOptions,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { maxBuffer: 32 * 1024 ** 2, ...options, encoding: 'utf8' },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
