import { readBucketEndpoint } from '../env.ts';
import { awsDomain } from './aws-domain.ts';

/** The URL of a bucket: virtual-hosted in its region, path-style at another endpoint, as the SDK has it. */
export const bucketUrl = (bucket: string, region: string, endpoint = readBucketEndpoint()): URL => {
  if (endpoint !== undefined) return new URL(`${endpoint}/${bucket}`);
  return new URL(`https://${bucket}.s3.${region}.${awsDomain(region)}/`);
};
