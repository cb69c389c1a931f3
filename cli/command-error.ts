/** The exit codes of the command. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  unreachable: 4,
  interrupted: 130,
} as const;

/** An exit code of the command. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An error that ends the command: one line that states what is wrong and what to do. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** The error of a command line that cannot be carried out. */
export const usageError = (message: string): CommandError => new CommandError(exitCodes.usage, message);
