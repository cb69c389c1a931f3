import { buffer } from 'node:stream/consumers';
import { SignatureV4 } from '@smithy/signature-v4';
import { readEnvironment, readLambdaEndpoint, workerVariable } from '../env.ts';
import type { Express } from '../jobs/express.ts';
import { ofInvokedWorkers } from '../workers.ts';
import { awsDomain } from './aws-domain.ts';
import { fromExpressJob, toExpressOutcome } from './express-message.ts';
import { regionOf } from './s3-requests.ts';
import type { Table } from './table.ts';

/** An invocation that Lambda refused, or that failed. Its name is the type of the error, such as `TooManyRequestsException`. */
class InvocationError extends Error {
  /** As in errors of the SDK, by which a log recognizes an error of a service and contains its name. */
  readonly $metadata: { readonly httpStatusCode: number };

  constructor(type: string, status: number) {
    super(`Lambda responded ${status} ${type}`);
    this.name = type;
    this.$metadata = { httpStatusCode: status };
  }
}

const lambdaUrl = (region: string): string =>
  readLambdaEndpoint() ?? `https://lambda.${region}.${awsDomain(region)}`;

/**
 * Opens the workers' functions, with the signer, the connections and the credentials of the table's client: the SDK's client is not
 * needed for one operation. Call it once per container.
 *
 * An invocation is never repeated: a second one would run the same attempt of the job beside the first.
 */
export const openWorkers = ({ client: { config } }: Table): Express['run'] => {
  const names = ofInvokedWorkers((name) => readEnvironment(workerVariable(name)));
  const { credentials, region, sha256 } = config;
  const signer = new SignatureV4({ credentials, region, sha256, service: 'lambda' });
  return async (express, bytes, worker, abortSignal) => {
    const { protocol, host, hostname, port, pathname } = new URL(lambdaUrl(await regionOf(config)));
    const body = fromExpressJob(express, bytes);
    const request = await signer.sign({
      method: 'POST',
      protocol,
      hostname,
      ...(port === '' ? {} : { port: Number(port) }),
      path: `${pathname === '/' ? '' : pathname}/2015-03-31/functions/${encodeURIComponent(names[worker])}/invocations`,
      query: {},
      headers: {
        host,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    });
    const { response } = await config.requestHandler.handle(request, { abortSignal, requestTimeout: 0 });
    const received = await buffer(response.body);
    const { statusCode: status, headers } = response;
    const error = headers[status === 200 ? 'x-amz-function-error' : 'x-amzn-errortype'];
    if (status === 200 && error === undefined) return toExpressOutcome(JSON.parse(received.toString()));
    throw new InvocationError(error?.split(':')[0] ?? 'UnknownError', status);
  };
};
