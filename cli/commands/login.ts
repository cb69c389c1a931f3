import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type ExitCode, exitCodes, usageError } from '../command-error.ts';
import { readStored, removeAccount, storeAccount } from '../config.ts';
import { say, type Terminal } from '../console.ts';
import { checkAccount } from '../service.ts';
import type { Context } from './convert.ts';

/** Asks for a line. What is typed stays invisible if `isHidden`. */
const ask = async (
  { stdin, stderr }: Terminal,
  question: string,
  isHidden: boolean,
  signal: AbortSignal,
): Promise<string> => {
  if (isHidden) stderr.write(question);
  const silent = new Writable({ write: (_, __, done) => done() });
  const reader = createInterface({ input: stdin, output: isHidden ? silent : stderr, terminal: true });
  // In raw mode Ctrl-C is a character.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await reader.question(isHidden ? '' : question, { signal })).trim();
  } finally {
    reader.close();
    if (isHidden) stderr.write('\n');
  }
};

const keyOf = async (key: string | undefined, { terminal, signal }: Context): Promise<string> => {
  if (key === '-') return (await text(terminal.stdin)).trim();
  if (key !== undefined)
    throw usageError(
      'A key on the command line is visible to other users. Pass it on standard input with --key -.',
    );
  if (!terminal.stdin.isTTY)
    throw usageError('Standard input is not a terminal. Pipe the key into docforge login --key -.');
  return ask(terminal, 'API key (input is hidden): ', true, signal);
};

const urlOf = async (
  url: string | undefined,
  { environment, terminal, signal }: Context,
  isAsked: boolean,
): Promise<string> => {
  const known = url ?? environment.DOCFORGE_URL ?? (await readStored(environment))?.url;
  if (url !== undefined || !isAsked) {
    if (known === undefined) throw usageError('Pass the URL of the service with --url.');
    return known;
  }
  const answer = await ask(
    terminal,
    `Service URL${known === undefined ? '' : ` [${known}]`}: `,
    false,
    signal,
  );
  if (answer === '' && known === undefined) throw usageError('Pass the URL of the service with --url.');
  return answer || (known ?? '');
};

/** Checks an API key with the service and stores both for later commands. */
export const login = async (
  options: { readonly url?: string; readonly key?: string },
  context: Context,
): Promise<ExitCode> => {
  const { environment, terminal } = context;
  const isAsked = options.key === undefined && terminal.stdin.isTTY === true;
  const url = (await urlOf(options.url, context, isAsked)).replace(/\/+$/, '');
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw usageError(`${JSON.stringify(url)} is not an http or https URL.`);
  const apiKey = await keyOf(options.key, context);
  if (apiKey === '') throw usageError('The key is empty. Create one in the dashboard of the service.');
  const plan = await checkAccount(url, apiKey);
  const path = await storeAccount(environment, { url, apiKey });
  say(terminal.stderr, `Signed in to ${url} (plan ${plan}). The key is stored in ${path}.`);
  return exitCodes.ok;
};

/** Removes the stored key. */
export const logout = async ({ environment, terminal }: Context): Promise<ExitCode> => {
  await removeAccount(environment);
  say(
    terminal.stderr,
    'Signed out. The key is still valid; revoke it in the dashboard if you no longer need it.',
  );
  return exitCodes.ok;
};
