/** A mistake in the arguments of `npm start`. */
export class ArgumentError extends Error {}

/** On one machine, anyone who reaches the sign-in page may sign in as anyone, also as the operator. */
const always: Readonly<Record<string, unknown>> = {
  signUp: 'open',
  operators: ['operator@docforge.example'],
};

/** The settings of `npm start` where the stage sets none: `POST /upload` accepts files of the full size. */
export const localSettings: Readonly<Record<string, unknown>> = { ...always, largeUploads: true };

/** The arguments of `npm start`. */
const known = {
  /** Freezes functions between calls and limits them as Lambda does. */
  asLambda: '--as-lambda',
  /** Runs what a deployment without that setting runs, unless the stage sets it. */
  withoutLargeUploads: '--no-large-uploads',
} as const;

/** What `npm start` runs. */
type Arguments = {
  readonly asLambda: boolean;
  /** What applies where the stage sets nothing. */
  readonly settings: Readonly<Record<string, unknown>>;
};

/**
 * Reads the arguments of `npm start`.
 *
 * @throws {ArgumentError} for one that it does not have
 */
export function readArguments(args: readonly string[]): Arguments {
  const names: readonly string[] = Object.values(known);
  const unknown = args.find((argument) => !names.includes(argument));
  if (unknown !== undefined) {
    throw new ArgumentError(
      `${unknown} is not an argument of npm start. Its arguments are ${names.join(' and ')}.`,
    );
  }
  return {
    asLambda: args.includes(known.asLambda),
    settings: args.includes(known.withoutLargeUploads) ? always : localSettings,
  };
}
