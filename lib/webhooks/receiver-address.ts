import { Resolver } from 'node:dns/promises';
import { ApiError } from '../api-errors.ts';
import { hostOf, isLocalHost } from '../files/public-address.ts';
import type { AddressRule, PinnedAddress } from '../files/public-request.ts';

/**
 * Refuses the URL of a receiver of webhooks or results that is not https, contains a user name or password, or is obviously not public.
 * Other names are resolved and checked at each delivery.
 *
 * @param field the field of the request that contains it
 * @param authentication what to use in place of a password
 * @param localHosts the hosts that a local stack delivers to this machine, over http too
 * @throws ApiError `invalid_request`
 */
export const checkReceiverAddress = (
  field: string,
  address: string,
  localHosts: readonly string[],
  authentication = 'Verify the signature instead.',
): void => {
  const url = new URL(address);
  const refuse = (problem: string): never => {
    throw new ApiError('invalid_request', problem, { field });
  };
  if (url.username !== '' || url.password !== '')
    refuse(`must not contain a user name or password. ${authentication}`);
  if (localHosts.includes(url.hostname)) return;
  if (url.protocol !== 'https:')
    refuse(`must be an https URL${localHosts.map((host) => `, or http://${host}`).join('')}.`);
  const host = hostOf(url);
  if (isLocalHost(host)) refuse(`${host} is not on the public internet. Use a public host name.`);
};

/**
 * The addresses of a host name by DNS, IPv4 first. Not by `dns.lookup`, which waits for one of four threads: a few names whose servers
 * do not respond would delay the webhooks of all other receivers.
 */
const resolveName = async (hostname: string): Promise<readonly PinnedAddress[]> => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  return [
    ...(ipv4.status === 'fulfilled' ? ipv4.value : []).map((address) => ({ address, family: 4 })),
    ...(ipv6.status === 'fulfilled' ? ipv6.value : []).map((address) => ({ address, family: 6 })),
  ];
};

/** Which addresses a delivery may be sent to: this machine only under a host of a local stack. */
export const receiverRule = (url: URL, localHosts: readonly string[]): AddressRule =>
  localHosts.includes(url.hostname)
    ? { resolve: async () => [{ address: '127.0.0.1', family: 4 }], isAllowed: () => true }
    : { resolve: resolveName };
