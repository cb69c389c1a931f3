import { BlockList, isIP } from 'node:net';
import { ApiError } from '../api-errors.ts';

const refused = new BlockList();
const refusedRanges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [network, prefix] of refusedRanges) refused.addSubnet(network, prefix, 'ipv4');

const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
const refusedIpv6 = new BlockList();
// Teredo, ORCHID and documentation in 2001::/23 and 2001:db8::/32, 6to4 with an embedded IPv4 address, and 3fff::/20.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  refusedIpv6.addSubnet(network, prefix, 'ipv6');
}

/**
 * Whether an IP address is public: not in a private, loopback, link-local, shared, test or multicast range of the IANA
 * special-purpose registries (RFC 6890), and not an IPv6 address that embeds an IPv4 address.
 */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  return family === 6 && globalIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
};

/** Names that always resolve to the machine itself (RFC 6761, 6.3). */
const isLocalName = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname);

/** The host of a URL, an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Whether a host is obviously not public: a private or local IP address, or `localhost`. Other names are resolved and checked
 * when they are called.
 */
export const isLocalHost = (host: string): boolean =>
  isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host);

/**
 * Refuses the address of a document whose host is obviously not public.
 *
 * @throws ApiError `invalid_request`
 */
export const refuseLocalAddress = (address: string): void => {
  const hostname = hostOf(new URL(address));
  if (!isLocalHost(hostname)) return;
  throw new ApiError(
    'invalid_request',
    `${hostname} is not on the public internet. Upload the file instead and send its file_id.`,
    { field: 'file_url' },
  );
};
