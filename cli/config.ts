import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TokenCache } from '../client/token.ts';
import { CommandError, exitCodes } from './command-error.ts';

/** The environment of the command. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A service and the key of an account. */
export type Account = { readonly url: string; readonly apiKey: string };

const folderOf = (environment: Environment, variable: string, fallback: string): string => {
  const base = environment[variable];
  // The specification ignores relative paths (XDG Base Directory Specification).
  return join(base?.startsWith('/') ? base : join(environment.HOME ?? homedir(), fallback), 'docforge');
};

const configPath = (environment: Environment): string =>
  join(folderOf(environment, 'XDG_CONFIG_HOME', '.config'), 'config.json');

/** The path of an account's token. A change of the URL or the key makes it another file. */
const tokenPath = (environment: Environment, { url, apiKey }: Account): string => {
  const hash = createHash('sha256').update(`${url}\n${apiKey}`).digest('hex').slice(0, 32);
  return join(folderOf(environment, 'XDG_CACHE_HOME', '.cache'), `token-${hash}.json`);
};

/** Writes a file that only this user can read. Another process sees the old content or the new one. */
const writeSecret = async (path: string, content: object): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // The folder may be older, and in one that others can write to they could replace the file.
  await chmod(dirname(path), 0o700);
  const partial = `${path}.${randomUUID()}`;
  try {
    await writeFile(partial, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

const readObject = async (path: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

/** Reads the stored account; undefined if there is none. */
export const readStored = async (environment: Environment): Promise<Account | undefined> => {
  const stored = await readObject(configPath(environment));
  const { url, apiKey } = stored ?? {};
  return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : undefined;
};

/** Stores an account for later commands and returns the path of the file. */
export const storeAccount = async (environment: Environment, account: Account): Promise<string> => {
  const path = configPath(environment);
  await writeSecret(path, account);
  return path;
};

/** Removes the stored account and its token. */
export const removeAccount = async (environment: Environment): Promise<void> => {
  const stored = await readStored(environment);
  if (stored !== undefined) await rm(tokenPath(environment, stored), { force: true });
  await rm(configPath(environment), { force: true });
};

/**
 * The account of a command: `DOCFORGE_URL` and `DOCFORGE_API_KEY`, or the stored one. A stored key is sent only to the URL that
 * it was stored with.
 *
 * @throws CommandError with exit code 3
 */
export const accountOf = async (environment: Environment): Promise<Account> => {
  const stored = await readStored(environment);
  const url = environment.DOCFORGE_URL || stored?.url;
  const apiKey = environment.DOCFORGE_API_KEY || (url === stored?.url ? stored?.apiKey : undefined);
  if (url !== undefined && apiKey !== undefined) return { url, apiKey };
  throw new CommandError(
    exitCodes.notSignedIn,
    'Not signed in. Run docforge login, set DOCFORGE_URL and DOCFORGE_API_KEY, or use --local.',
  );
};

/** The stored token of an account. A token that cannot be stored costs the next command an exchange, nothing else. */
export const tokenCacheOf = (environment: Environment, account: Account): TokenCache => {
  const path = tokenPath(environment, account);
  return {
    load: async () => {
      const { accessToken, renewAt } = (await readObject(path)) ?? {};
      return typeof accessToken === 'string' && typeof renewAt === 'number'
        ? { accessToken, renewAt }
        : undefined;
    },
    store: (token) => writeSecret(path, token).catch(() => undefined),
  };
};
