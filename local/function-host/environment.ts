import { dirname } from 'node:path';
import type { FunctionDefinition } from '../template/functions.ts';

/** The endpoints of the services, and the credentials of the administrator or of a function. */
export type AwsSettings = {
  readonly region: string;
  readonly credentials: Credentials;
  /** URLs of the services, without a path. */
  readonly endpoints: { readonly dynamodb: string; readonly s3: string; readonly sqs: string };
  /** URL of Cognito, if the template has a user pool. */
  readonly userPool?: string | undefined;
  /** URL of Lambda for functions. */
  readonly lambda?: string | undefined;
  /** Where clients reach S3, if not at its endpoint. */
  readonly publicS3?: string | undefined;
};

/** An access key. Temporary ones have a session token. */
export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** Returns the variables from which the SDK reads its region, credentials and endpoints. */
export function awsEnvironment(aws: AwsSettings): Record<string, string> {
  const { credentials, endpoints, lambda, publicS3, region, userPool } = aws;
  return {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...(credentials.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: credentials.sessionToken }),
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    ...(userPool === undefined ? {} : { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: userPool }),
    ...(lambda === undefined ? {} : { AWS_ENDPOINT_URL_LAMBDA: lambda }),
    ...(publicS3 === undefined ? {} : { PUBLIC_S3_ENDPOINT: publicS3 }),
  };
}

/**
 * Returns the environment of a function's process: the variables of the template, those that Lambda sets, and the endpoints
 * of the services. It contains no variable of the user, so one that is missing in the template is missing here too.
 *
 * @param temporaryDirectory the process's own folder instead of Lambda's private /tmp
 * @param maxConcurrency concurrent invocations in one process; set as a variable if it is more than one
 */
export function functionEnvironment(
  definition: FunctionDefinition,
  aws: AwsSettings,
  temporaryDirectory: string,
  maxConcurrency: number,
): Record<string, string> {
  return {
    ...definition.environment,
    ...awsEnvironment(aws),
    AWS_DEFAULT_REGION: aws.region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMegabytes),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_LAMBDA_LOG_FORMAT: definition.logFormat,
    ...(definition.logLevel === undefined ? {} : { AWS_LAMBDA_LOG_LEVEL: definition.logLevel }),
    ...(maxConcurrency > 1 ? { AWS_LAMBDA_MAX_CONCURRENCY: String(maxConcurrency) } : {}),
    LAMBDA_TASK_ROOT: definition.directory,
    _HANDLER: definition.handler,
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: temporaryDirectory,
    TMPDIR: temporaryDirectory,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
  };
}
