import { AsyncLocalStorage } from 'node:async_hooks';

type Context = Record<PropertyKey, unknown>;

const requestIdKey = Symbol.for('_AWS_LAMBDA_REQUEST_ID');

/**
 * Runs a function with its own invocation context, as Lambda does if one process runs several invocations.
 *
 * Libraries use `globalThis.awslambda.InvokeStore` (the contract of `@aws/lambda-invoke-store`) for state of a single
 * invocation, such as the keys of a logger.
 */
export function installInvokeStore(): <T>(requestId: string, run: () => T) => T {
  const storage = new AsyncLocalStorage<Context>();
  const run = <T>(context: Context, callback: () => T): T => storage.run(context, callback);
  const get = (key: PropertyKey): unknown => storage.getStore()?.[key];
  const InvokeStore = {
    run,
    get,
    set: (key: PropertyKey, value: unknown): void => {
      const context = storage.getStore();
      if (context === undefined) throw new Error('No context available');
      context[key] = value;
    },
    getContext: (): Context | undefined => storage.getStore(),
    hasContext: (): boolean => storage.getStore() !== undefined,
    getRequestId: (): unknown => get(requestIdKey) ?? '-',
    getXRayTraceId: (): undefined => undefined,
    getTenantId: (): undefined => undefined,
    getTraceparent: (): undefined => undefined,
    getTracestate: (): undefined => undefined,
    getBaggage: (): undefined => undefined,
  };
  Object.assign(globalThis, { awslambda: { InvokeStore } });
  return (requestId, callback) => run({ [requestIdKey]: requestId }, callback);
}
