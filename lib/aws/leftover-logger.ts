import { Logger } from '@aws-lambda-powertools/logger';
import type { UploadDependencies } from '../files/upload.ts';

/** Logs files that could not be taken back or deleted after an error. Call it once per container. */
export const leftoverLogger = (): UploadDependencies['onLeftover'] => {
  const log = new Logger({ serviceName: 'uploads' });
  return (error, { fileId }, what) => log.error(`A file was not ${what}`, { error, fileId });
};
