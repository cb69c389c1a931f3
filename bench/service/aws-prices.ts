/**
 * List prices of AWS in US dollars, on demand in `region`, without free tiers and discounts for volume. Read on
 * the pricing pages of the services in `readIn`; check them before you rely on a figure.
 */
export const awsPrices = {
  region: 'us-east-1',
  readIn: 'December 2025',
  /** A request to a REST API. */
  gatewayRequest: 3.5 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  /** By the architecture of the function. */
  lambdaGigabyteSecond: { arm64: 0.000_013_333_4, x64: 0.000_016_666_7 },
  /** A unit reads up to 4 KB, or writes up to 1 KB; a transaction needs two. */
  tableReadUnit: 0.125 / 1e6,
  tableWriteUnit: 0.625 / 1e6,
  /** Deleting an object is free. */
  bucketPut: 0.005 / 1e3,
  bucketGet: 0.0004 / 1e3,
  bucketGigabyteMonth: 0.023,
  queueRequest: 0.4 / 1e6,
  /** To the internet. */
  transferGigabyte: 0.09,
} as const;
