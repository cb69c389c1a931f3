import { endpointFunctions } from './endpoint-functions.ts';
import type { FunctionRow } from './function-row.ts';

/**
 * The program that receives files of the full size at `POST /upload`. It runs as a container behind a load balancer, because a
 * Lambda event cannot contain such a file.
 */
export const uploadService: Omit<FunctionRow, 'timeoutSeconds'> & {
  /** Units of a 1,024th of a processor, and megabytes of disk. */
  readonly cpuUnits: number;
  readonly diskMegabytes: number;
} = {
  file: 'receive-uploads',
  environment: [...endpointFunctions.upload.environment, 'port'],
  grants: endpointFunctions.upload.grants,
  // The smallest task of Fargate.
  cpuUnits: 256,
  memoryMegabytes: 512,
  // The smallest disk of Fargate, 20 GiB, less what the image takes.
  diskMegabytes: 16_384,
};

/** The port on which the service listens, `PORT` in its environment. */
export const uploadServicePort = 8080;
