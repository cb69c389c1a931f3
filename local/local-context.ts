/** A mistake in the arguments of `npm start`. */
export class ArgumentError extends Error {}

/** On one machine, anyone who reaches the sign-in page may sign in as anyone. */
const always: Readonly<Record<string, string>> = { signUp: 'open' };

/** The settings of the CDK app that `npm start` runs: `POST /upload` accepts files of the full size. */
export const localContext: Readonly<Record<string, string>> = { ...always, largeUploads: 'true' };

/** The arguments of `npm start`. */
const known = {
  /** Freezes functions between calls and limits them as Lambda does. */
  asLambda: '--as-lambda',
  /** Runs what a deployment without that setting runs. */
  withoutLargeUploads: '--no-large-uploads',
} as const;

/** What `npm start` runs. */
type Arguments = {
  readonly asLambda: boolean;
  /** The context of the CDK app. */
  readonly context: Readonly<Record<string, string>>;
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
    context: args.includes(known.withoutLargeUploads) ? always : localContext,
  };
}
