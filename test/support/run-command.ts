import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runProgram } from '../../cli/program.ts';
import { ownAddressOptions } from './own-address.ts';
import { programEnvironment } from './program-environment.ts';

/** The program of the command `docforge` in the checkout. */
export const commandPath = join(import.meta.dirname, '..', '..', 'cli', 'main.ts');

/** A run of the command. */
type CommandRun = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Settings of a run. */
type CommandSettings = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
};

const homeIn = (cwd: string) => ({
  HOME: cwd,
  XDG_CONFIG_HOME: join(cwd, '.config'),
  XDG_CACHE_HOME: join(cwd, '.cache'),
});

/** Runs the command in this process, which takes a tenth of the processor time of a process of its own. */
export const runHere = async (
  args: readonly string[],
  { cwd, env = {}, input = '' }: CommandSettings,
): Promise<CommandRun> => {
  const [stdin, stdout, stderr] = [Readable.from([Buffer.from(input)]), new PassThrough(), new PassThrough()];
  const terminal = { stdin, stdout, stderr } as unknown as Parameters<typeof runProgram>[1]['terminal'];
  const texts = Promise.all([text(stdout), text(stderr)]);
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const environment = { ...homeIn(cwd), ...env };
    const code = await runProgram(args, { environment, terminal, signal: new AbortController().signal });
    stdout.end();
    stderr.end();
    const [printed, noted] = await texts;
    return { code, stdout: printed, stderr: noted };
  } finally {
    process.chdir(before);
  }
};

/** Starts the command. `ended` resolves with its output. */
export const startCommand = (
  args: readonly string[],
  { cwd, env = {}, input }: CommandSettings,
  program = commandPath,
): { readonly child: ChildProcess; readonly ended: Promise<CommandRun>; stderr(): string } => {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: programEnvironment({ ...homeIn(cwd), NODE_OPTIONS: ownAddressOptions(), ...env }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(input);
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr }));
  return { child, ended, stderr: () => stderr };
};

/** Runs the command, or another program, to its end. */
export const runCommand = (
  args: readonly string[],
  settings: CommandSettings,
  program?: string,
): Promise<CommandRun> => startCommand(args, settings, program).ended;
