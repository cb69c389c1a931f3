import { Logger } from '@aws-lambda-powertools/logger';
import { readEnvironmentNumber } from '../env.ts';
import { formatDetector } from '../files/format-detector.ts';
import type { UploadDependencies } from '../files/upload.ts';
import { fileStore } from './file-store.ts';
import { openObjectStore } from './object-store.ts';
import type { Table } from './table.ts';

/** Opens what uploads need. Logs files that could not be taken back or deleted after an error. Call it once per container. */
export const openUploadDependencies = (table: Table): UploadDependencies => {
  const log = new Logger({ serviceName: 'uploads' });
  return {
    files: fileStore(table),
    objects: openObjectStore(table),
    formats: formatDetector,
    retentionSeconds: readEnvironmentNumber('retentionSeconds'),
    onLeftover: (error, { fileId }, what) => log.error(`A file was not ${what}`, { error, fileId }),
  };
};
