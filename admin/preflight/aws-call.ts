import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod';
import { SettingError } from '../../cdk/settings.ts';
import { awsDomain } from '../../lib/aws/aws-domain.ts';

/** A call of an AWS service: an operation of a JSON protocol, or a GET of a path. */
export type AwsRequest = {
  readonly service: string;
  readonly region: string;
  /** The operation, such as `secretsmanager.GetSecretValue`. Default: a GET. */
  readonly target?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** The prefix of the host, if it is not that of the service. */
  readonly prefix?: string;
  /** The host, if it has no region. */
  readonly host?: string;
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
};

/** Sends a call and returns its response, parsed if it is JSON. */
export type AwsCall = (request: AwsRequest) => Promise<unknown>;

/** AWS refused a call. The name is the error's code. */
export class AwsCallError extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** An error of a JSON protocol. */
const jsonError = z
  .object({ __type: z.string(), message: z.string(), Message: z.string() })
  .partial()
  .transform(({ __type: code, message, Message }) => ({ code, message: message ?? Message }));

/** Reads the code and the message of an error, which is JSON or XML. */
const readError = (text: string): { code?: string | undefined; message?: string | undefined } => {
  if (text.startsWith('{')) return jsonError.parse(JSON.parse(text));
  return {
    code: /<Code>([^<]+)<\/Code>/.exec(text)?.[1],
    message: /<Message>([^<]+)<\/Message>/.exec(text)?.[1],
  };
};

const errorOf = (status: number, headers: Headers, text: string): AwsCallError => {
  const { code = `HTTP ${status}`, message } = readError(text);
  const name = (headers.get('x-amzn-errortype') ?? code).split(':')[0]?.split('#').at(-1) ?? code;
  return new AwsCallError(name, message ?? name);
};

/** The region and the credentials of the AWS CLI. */
type Client = Pick<CloudFormationClient['config'], 'credentials' | 'region' | 'sha256'>;

/**
 * Opens AWS with the credentials of the AWS CLI. The few operations of the preflight need no SDK clients of their own.
 *
 * @throws AwsCallError for a call that AWS refuses
 */
export const openAws = (
  { credentials, sha256 }: Client = new CloudFormationClient({}).config,
  send: Send = fetch,
): AwsCall => {
  return async ({ service, region, target, input, prefix = service, host, path = '/', query = {} }) => {
    const hostname = host ?? `${prefix}.${region}.${awsDomain(region)}`;
    const body = target === undefined ? undefined : JSON.stringify(input ?? {});
    const signer = new SignatureV4({ credentials, region, sha256, service });
    const { method, headers } = await signer.sign({
      method: body === undefined ? 'GET' : 'POST',
      protocol: 'https:',
      hostname,
      path,
      query: { ...query },
      headers: {
        host: hostname,
        accept: 'application/json',
        ...(target === undefined
          ? {}
          : { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target }),
      },
      body,
    });
    const search = new URLSearchParams(query).toString();
    const response = await send(`https://${hostname}${path}${search && `?${search}`}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(20_000),
    }).catch((cause: unknown): never => {
      throw new AwsCallError('NetworkError', `${hostname} cannot be reached: ${cause}`);
    });
    const text = await response.text();
    if (!response.ok) throw errorOf(response.status, response.headers, text);
    return text.startsWith('{') ? JSON.parse(text) : text;
  };
};

/**
 * The region of the AWS CLI.
 *
 * @throws SettingError if it has none
 */
export const regionOfCli = (): Promise<string> =>
  new CloudFormationClient({}).config.region().catch((cause: unknown) => {
    throw new SettingError('No region is set. Set region in the settings, or AWS_REGION.', { cause });
  });
