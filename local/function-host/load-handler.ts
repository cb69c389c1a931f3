import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FunctionFailure } from './messages.ts';

/** A handler for Node 24 on Lambda: asynchronous or not, without a callback. */
export type Handler = (event: unknown, context: unknown) => unknown;

/** A function's process cannot run invocations. Reported like Lambda's Node runtime does. */
export class InitError extends Error {
  readonly failure: FunctionFailure;

  constructor(failure: FunctionFailure, options: { cause?: unknown } = {}) {
    super(failure.errorMessage, options);
    this.name = 'InitError';
    this.failure = failure;
  }
}

/**
 * Imports the handler `<module>.<export>` from a bundle's folder.
 *
 * @throws {InitError} if the module or the export does not exist, the handler has a callback parameter (removed in
 *   nodejs24.x), or the module throws
 */
export async function loadHandler(directory: string, name: string): Promise<Handler> {
  const dot = name.lastIndexOf('.');
  const file = ['.mjs', '.js', '.cjs']
    .map((extension) => join(directory, `${name.slice(0, dot)}${extension}`))
    .find((path) => existsSync(path));
  if (file === undefined)
    throw initError('Runtime.ImportModuleError', `Error: Cannot find module '${name.slice(0, dot)}'`);
  const loaded: unknown = await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw new InitError(describeError(cause), { cause });
  });
  const handler: unknown =
    memberOf(loaded, name.slice(dot + 1)) ?? memberOf(memberOf(loaded, 'default'), name.slice(dot + 1));
  if (!isHandler(handler)) throw initError('Runtime.HandlerNotFound', `${name} is undefined or not exported`);
  if (handler.length > 2) {
    throw initError(
      'Runtime.CallbackHandlerDeprecated',
      `${name} takes a callback, which nodejs24.x does not support`,
    );
  }
  return handler;
}

/** Returns Lambda's response for a thrown value. */
export function describeError(error: unknown): FunctionFailure {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

function initError(errorType: string, errorMessage: string): InitError {
  return new InitError({ errorType, errorMessage, trace: [] });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}
