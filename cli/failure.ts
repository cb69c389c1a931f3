import { DocForgeError } from '../client/errors.ts';
import { CommandError, type ExitCode, exitCodes } from './command-error.ts';

/** An error for people and for programs. */
type Failure = { readonly exitCode: ExitCode; readonly code: string; readonly message: string };

const exitCodeOf = ({ code }: DocForgeError): ExitCode => {
  if (code === 'network_error') return exitCodes.unreachable;
  return code === 'unauthorized' || code === 'invalid_api_key' ? exitCodes.notSignedIn : exitCodes.failed;
};

const hints = new Map<string, string>([
  ['invalid_api_key', ' Run docforge login with a valid key.'],
  ['unauthorized', ' Run docforge login.'],
]);

/** Replacements for what a message of the service says about its API, for people who use another front. */
export type Words = readonly (readonly [ofApi: RegExp, replacement: string])[];

const commandWords: Words = [
  [/Send one file, or choose a target with several_files\..*$/, 'Convert each file separately.'],
  [/GET \/formats lists/g, 'docforge formats lists'],
  [/^file_(?:url|ids?): /, ''],
  [/Upload the file instead and send its file_id\./, 'Download the file and pass that.'],
];

const files = new Map([
  ['ENOENT', 'There is no such file.'],
  ['EACCES', 'Permission denied.'],
  ['EISDIR', 'It is a folder. Pass its files.'],
  ['ELOOP', 'It is a symbolic link.'],
]);

/** Describes an error in one line. An unexpected error keeps its name. */
export const failureOf = (error: unknown, words: Words = commandWords): Failure => {
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  if (error instanceof CommandError) {
    const { exitCode, message } = error;
    return { exitCode, code: exitCode === exitCodes.failed ? 'output_refused' : 'usage', message };
  }
  if (error instanceof DocForgeError) {
    const text = words.reduce((all, [ofApi, own]) => all.replace(ofApi, own), error.message);
    const message = oneLine(`${text}${hints.get(error.code) ?? ''}`);
    return { exitCode: exitCodeOf(error), code: error.code, message };
  }
  if (!(error instanceof Error))
    return { exitCode: exitCodes.failed, code: 'internal_error', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = code === undefined ? undefined : files.get(code);
  if (message !== undefined) return { exitCode: exitCodes.failed, code: 'unreadable_input', message };
  // Conversions in this process throw ConversionError for documents and TypeError for options.
  const isExpected = code !== undefined || error instanceof TypeError;
  return {
    exitCode: exitCodes.failed,
    code: code ?? (error instanceof TypeError ? 'invalid_request' : 'internal_error'),
    message: oneLine(isExpected ? error.message : `${error.name}: ${error.message}`),
  };
};
