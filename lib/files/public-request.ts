import { lookup as lookupName } from 'node:dns/promises';
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hostOf, isPublicAddress } from './public-address.ts';

/** An IP address, and its family as `net.isIP` returns it. */
export type PinnedAddress = { readonly address: string; readonly family: number };

/** Which addresses may be called, and how names resolve. Default: public ones, by DNS. A test replaces both in place of the internet. */
export type AddressRule = {
  readonly isAllowed?: (address: string) => boolean;
  readonly resolve?: (hostname: string) => Promise<readonly PinnedAddress[]>;
};

/** A host that has no address, or one that may not be called. */
export class AddressError extends Error {
  readonly reason: 'unresolved' | 'not_public';

  constructor(reason: AddressError['reason'], options: { cause?: unknown } = {}) {
    super(`The host is ${reason.replace('_', ' ')}`, options);
    this.name = 'AddressError';
    this.reason = reason;
  }
}

/** The server changed the protocol, which nobody asked for. */
export class UpgradeError extends Error {
  readonly status: number | undefined;

  constructor(status: number | undefined) {
    super('The server changed the protocol');
    this.name = 'UpgradeError';
    this.status = status;
  }
}

const resolveAll = (hostname: string) => lookupName(hostname, { all: true });

/**
 * Resolves the host of a URL to the one address to connect to. Refuses a name with any address that is not allowed, to prevent
 * rebinding.
 *
 * @throws AddressError
 */
const pinAddress = async (
  url: URL,
  { isAllowed = isPublicAddress, resolve = resolveAll }: AddressRule,
): Promise<PinnedAddress> => {
  const host = hostOf(url);
  const literal = isIP(host);
  const addresses =
    literal === 0
      ? await resolve(host).catch((cause: unknown) => {
          throw new AddressError('unresolved', { cause });
        })
      : [{ address: host, family: literal }];
  const [first] = addresses;
  if (first === undefined || addresses.some(({ address }) => !isAllowed(address)))
    throw new AddressError('not_public');
  return first;
};

/** A request to a pinned address. Default: GET without a body. */
type PinnedRequest = {
  readonly signal: AbortSignal;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers: OutgoingHttpHeaders;
  /** A function opens a stream, once the server accepts the request, so that one that is refused transfers nothing. */
  readonly body?: string | Uint8Array | (() => Readable);
  /** Seconds without a byte in either direction after which the request fails. Default: unlimited. */
  readonly idleSeconds?: number;
  /** Whether a response of success counts only once the whole body has been sent. Default: no. */
  readonly needsWholeBody?: boolean;
};

/** Nothing was sent or received for some time. */
export class IdleError extends Error {
  constructor() {
    super('The connection was idle');
    this.name = 'IdleError';
  }
}

/** The server reported success before it had received the whole body. */
export class EarlyResponseError extends Error {
  constructor() {
    super('The response came before the end of the request');
    this.name = 'EarlyResponseError';
  }
}

/** Seconds to wait for `100 Continue`, which a server need not send (RFC 9110, 10.1.1). */
const continueSeconds = 1;

/** Sends a stream as the body of a request that expects `100 Continue`, unless the response comes first. */
const sendStream = (request: ClientRequest, open: () => Readable): void => {
  const wait = new AbortController();
  const send = () => {
    if (wait.signal.aborted) return;
    wait.abort();
    pipeline(open(), request).catch((error) => request.destroy(error));
  };
  const timer = setTimeout(send, continueSeconds * 1000);
  wait.signal.addEventListener('abort', () => clearTimeout(timer));
  request.once('continue', send);
  for (const event of ['response', 'close']) request.once(event, () => wait.abort());
  request.flushHeaders();
};

/**
 * Sends a request to the pinned address of a URL's host, on a connection of its own, and returns the response with its unread
 * body. Follows no redirect.
 *
 * @throws UpgradeError, IdleError, EarlyResponseError; the errors of Node; the reason of the signal
 */
const requestPinned = (
  url: URL,
  pinned: PinnedAddress,
  { signal, method = 'GET', headers, body, idleSeconds = 0, needsWholeBody = false }: PinnedRequest,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        signal,
        method,
        agent: false,
        headers: {
          'user-agent': 'DocForge',
          ...(typeof body === 'function' ? { expect: '100-continue' } : {}),
          ...headers,
        },
        timeout: idleSeconds * 1000,
        lookup: (_hostname, options, callback) =>
          options.all ? callback(null, [pinned]) : callback(null, pinned.address, pinned.family),
      },
      (response) => {
        const isSuccess = (response.statusCode ?? 0) < 300;
        if (!needsWholeBody || !isSuccess || request.writableFinished) return resolve(response);
        request.destroy(new EarlyResponseError());
      },
    );
    request.on('error', reject);
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      reject(new UpgradeError(response.statusCode));
    });
    request.on('close', () => reject(new Error('The connection was closed before a response')));
    request.on('timeout', () => request.destroy(new IdleError()));
    if (typeof body === 'function') sendStream(request, body);
    else request.end(body);
  });

/**
 * Sends a request to a URL whose host the rule allows, by default a public one, on a connection of its own to the address that was
 * checked, and returns the response with its unread body. Follows no redirect.
 *
 * @throws AddressError, UpgradeError, IdleError, EarlyResponseError; the errors of Node; the reason of the signal
 */
export const requestPublic = async (
  url: URL,
  rule: AddressRule,
  request: PinnedRequest,
): Promise<IncomingMessage> => {
  const pinned = await pinAddress(url, rule);
  request.signal.throwIfAborted();
  return requestPinned(url, pinned, request);
};
