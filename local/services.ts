import { join } from 'node:path';
import { type Access, createAccess } from './access/access.ts';
import { startAuthorizingProxy } from './access/authorizing-proxy.ts';
import { type DynamoDbPlace, dynamoDbRequests } from './access/dynamodb-requests.ts';
import { dynamoDbService, sqsService } from './access/json-service.ts';
import { sqsRequests } from './access/sqs-requests.ts';
import { startDynamoDb } from './emulators/dynamodb.ts';
import { type Emulator, hiddenAddress } from './emulators/loopback.ts';
import { startS3 } from './emulators/s3.ts';
import { startSqs } from './emulators/sqs.ts';
import type { AwsSettings, Credentials } from './function-host/environment.ts';
import { readIdentity, writeIdentity } from './identity.ts';
import type { InjectedFaults } from './injected-faults.ts';
import type { OnStored } from './malware-scanner.ts';
import type { Observer } from './watching/observer.ts';

/** URLs of the user's own services. Each replaces an emulator. */
export type GivenEndpoints = { readonly dynamodb?: string; readonly s3?: string; readonly sqs?: string };

/** The AWS services of a stack. */
export type Services = {
  readonly aws: AwsSettings;
  /** Authorizes every call to the emulators. */
  readonly access: Access;
  /** Whether functions have their own credentials. The user's own services accept only the given ones. */
  readonly hasRoles: boolean;
  /** Stops the emulators. */
  close(): Promise<void>;
};

/**
 * Starts the emulators whose endpoints are not given. Their data is in `directory`.
 *
 * @param credentials of the administrator, for the given endpoints. Default: those of the data folder.
 * @param place the region, account and tables that calls are authorized with
 */
export async function startServices(options: {
  readonly directory: string;
  readonly place: DynamoDbPlace;
  readonly endpoints: GivenEndpoints;
  readonly credentials: Credentials | undefined;
  /** Whether a write to the table survives a power failure. Default: false. */
  readonly isDurable?: boolean;
  readonly observer?: Observer | undefined;
  readonly faults?: Pick<InjectedFaults, 'kindOf'> | undefined;
  /** Called after the emulator of S3 has stored an object. */
  readonly onStored?: OnStored | undefined;
}): Promise<Services> {
  const { directory, endpoints, isDurable = false, observer, place } = options;
  const identity = await readIdentity(directory);
  const credentials = options.credentials ?? identity.credentials;
  const access = createAccess(credentials, (role, request) => {
    const kind = options.faults?.kindOf(role, request);
    const [service, operation = ''] = request.action.split(':');
    if (kind === 'throttled' && service === 'dynamodb')
      observer?.throttle(request.resource.split('/')[1] ?? '', !/^(?:Get|Query|BatchGet)/.test(operation));
    return kind;
  });
  const protectDynamoDb = (emulator: Emulator): Promise<Emulator> =>
    startAuthorizingProxy(
      dynamoDbService((name, body) => dynamoDbRequests(name, body, place)),
      emulator,
      access,
    );
  const protectSqs = (emulator: Emulator): Promise<Emulator> =>
    startAuthorizingProxy(
      sqsService((name, body) => sqsRequests(name, body, place)),
      emulator,
      access,
    );
  const host = hiddenAddress();
  const started = await Promise.allSettled([
    given(endpoints.dynamodb) ??
      startDynamoDb({ directory: join(directory, 'dynamodb'), host, isDurable }).then(protectDynamoDb),
    given(endpoints.s3) ??
      startS3At(identity.s3Port, { directory: join(directory, 's3'), access, onStored: options.onStored }),
    given(endpoints.sqs) ??
      startSqs({ directory: join(directory, 'sqs'), host, guarded: true, observer }).then(protectSqs),
  ] as const);
  const close = async (): Promise<void> => {
    await Promise.all(
      started.map((result) => (result.status === 'fulfilled' ? result.value.close() : undefined)),
    );
  };
  const [dynamodb, s3, sqs] = started;
  if (dynamodb.status === 'rejected' || s3.status === 'rejected' || sqs.status === 'rejected') {
    await close();
    throw started.find((result) => result.status === 'rejected')?.reason;
  }
  if (endpoints.s3 === undefined) {
    await writeIdentity(directory, {
      credentials: identity.credentials,
      s3Port: Number(new URL(s3.value.endpoint).port),
    });
  }
  return {
    access,
    hasRoles: Object.keys(endpoints).length === 0,
    aws: {
      region: place.region,
      credentials,
      endpoints: { dynamodb: dynamodb.value.endpoint, s3: s3.value.endpoint, sqs: sqs.value.endpoint },
    },
    close,
  };
}

function given(endpoint: string | undefined): Promise<Emulator> | undefined {
  return endpoint === undefined ? undefined : Promise.resolve({ endpoint, close: async () => undefined });
}

/** Starts S3 on its previous port, because signed URLs contain it, or on a free port if that is in use. */
async function startS3At(port: number, options: Parameters<typeof startS3>[0]): Promise<Emulator> {
  try {
    return await startS3({ ...options, port });
  } catch (error) {
    if (port === 0 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'))
      throw error;
    return startS3({ ...options, port: 0 });
  }
}
