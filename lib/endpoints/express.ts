import { randomUUID } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { expressStore } from '../aws/express-store.ts';
import { openWorkers } from '../aws/invoke-worker.ts';
import type { Table } from '../aws/table.ts';
import { readEnvironmentNumber } from '../env.ts';
import type { Express } from '../jobs/express.ts';
import type { Caller } from '../limits/rate-windows.ts';
import type { HoldCall } from './job-waiting.ts';

/** Opens what running jobs within calls needs. Call it once per container. */
export const openExpress = (table: Table, holdOf: (caller: Caller) => HoldCall) => {
  const log = new Logger({ serviceName: 'express-jobs' });
  const common = {
    ...expressStore(table),
    run: openWorkers(table),
    leaseSeconds: readEnvironmentNumber('leaseSeconds'),
    newOwner: randomUUID,
    onFault: (error: unknown, jobId: string) =>
      log.warn('A job could not be run within its call', { error, jobId }),
  };
  return (caller: Caller): Express => ({ ...common, hold: holdOf(caller) });
};
