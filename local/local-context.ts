/** A mistake in the arguments of `npm start`. */
export class ArgumentError extends Error {}

/** On one machine, anyone who reaches the sign-in page may sign in as anyone. */
const always: Readonly<Record<string, string>> = { signUp: 'open' };

/** The settings of the CDK app that `npm start` runs: `POST /upload` accepts files of the full size. */
export const localContext: Readonly<Record<string, string>> = { ...always, largeUploads: 'true' };

const withoutLargeUploads = '--no-large-uploads';

/**
 * Returns the context by the arguments of `npm start`. `--no-large-uploads` runs what a deployment without that setting runs.
 *
 * @throws {ArgumentError} for any other argument
 */
export function contextOf(args: readonly string[]): Readonly<Record<string, string>> {
  const unknown = args.find((argument) => argument !== withoutLargeUploads);
  if (unknown !== undefined) {
    throw new ArgumentError(`${unknown} is not an argument of npm start. It has one: ${withoutLargeUploads}`);
  }
  return args.includes(withoutLargeUploads) ? always : localContext;
}
