import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@aws-lambda-powertools/logger';
import { uploadTimes } from '../lib/api/limits.ts';
import { routes } from '../lib/api/routes.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import { rateWindows } from '../lib/aws/rate-windows.ts';
import { readEnvironmentNumber, readOptionalEnvironment } from '../lib/env.ts';
import { uploadService } from '../lib/functions/upload-service.ts';
import { largestFileBytes } from '../lib/plan-table.ts';
import { createHttpServer } from '../lib/upload-service/http-server.ts';
import { openSpool } from '../lib/upload-service/spool.ts';
import { uploadEndpoint } from '../lib/upload-service/upload-endpoint.ts';

/** Each takes some 60 KB of the heap, whose limit cdk/container-program.ts sets. */
const maxInFlight = 1100;

/** Seconds between two reports of the requests in flight, by which the service scales. */
const reportSeconds = 20;

const log = new Logger({ serviceName: 'receive-uploads' });
const spool = openSpool({
  directory: join(tmpdir(), `uploads-${process.pid}`),
  maxBytes: uploadService.diskMegabytes * 1_048_576,
  maxFileBytes: largestFileBytes,
});
const { method, path } = routes.upload;
const { server, inFlight, drain } = createHttpServer({
  windows: rateWindows(openTable()),
  endpoints: { [`${method} ${path}`]: uploadEndpoint(spool) },
  times: uploadTimes,
  maxInFlight,
});

// Fargate ends the process two minutes after the signal; the load balancer has sent it no requests for ten minutes by then.
process.once('SIGTERM', async () => {
  await drain();
  process.exit(0);
});

setInterval(
  () => log.info('Uploads in flight', { uploadsInFlight: inFlight() }),
  reportSeconds * 1000,
).unref();

server.listen(readEnvironmentNumber('port'), readOptionalEnvironment('host'));
