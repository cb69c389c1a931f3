import { Aws, Duration, Size, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type ErrorCode, errorCodes } from '../lib/api/error-codes.ts';
import { type RouteName, routeNames, routes } from '../lib/api/routes.ts';
import { fileSizeWords } from '../lib/plans.ts';
import { expiringLog } from './expiring-log.ts';
import { readSetting } from './settings.ts';

type GatewayAnswer = {
  readonly type: ResponseType;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
};

/** The responses of the gateway itself, in the contract's form. */
const gatewayAnswers: readonly GatewayAnswer[] = [
  {
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    code: 'not_found',
    message: 'No such endpoint. GET /openapi.json lists all endpoints.',
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    code: 'file_too_large',
    message: `The request is too large for this endpoint. Upload files of up to ${fileSizeWords} with POST /uploads. Split a larger file or reduce its size.`,
  },
  {
    type: ResponseType.INTEGRATION_TIMEOUT,
    code: 'temporarily_unavailable',
    message: 'The request took too long. Send it again.',
    retryAfterSeconds: 1,
  },
  {
    // For example, a throttled function.
    type: ResponseType.INTEGRATION_FAILURE,
    code: 'temporarily_unavailable',
    message: 'The service is busy. Retry after the number of seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  {
    // From a web ACL that the operator added; the one of `rateLimitPerAddress` has its own response.
    type: ResponseType.WAF_FILTERED,
    code: 'request_blocked',
    message: 'The firewall of this deployment blocked the request. Contact its operator.',
  },
  {
    type: ResponseType.DEFAULT_4XX,
    code: 'invalid_request',
    message: 'The request is malformed. GET /openapi.json describes each endpoint.',
  },
  {
    type: ResponseType.DEFAULT_5XX,
    code: 'internal_error',
    message: 'Internal error. Contact support with this X-Request-Id.',
  },
];

/** One permission of a function for the whole API instead of two for each of its methods: a stack has at most 500 resources. */
const onePermission = { allowTestInvoke: false, scopePermissionToMethod: false } as const;

/** Every path of the contract with its parent paths, `/` included. */
const allPaths = (): ReadonlySet<string> => {
  const prefixes = routeNames.flatMap((name) => {
    const segments = routes[name].path.split('/').slice(1);
    return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  });
  return new Set(['/', ...prefixes]);
};

/** The stage of every deployment: the first segment of all paths. */
const stageName = 'v1';

/**
 * The REST API in front of the functions: one method for each route of the contract. It is created before the functions,
 * so that their environment can contain its URL.
 */
export class Api extends Construct {
  readonly restApi: RestApi;
  /** As text: a reference to the stage would depend on every function. */
  readonly stageName = stageName;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const callsPerSecond = readSetting(this, 'callsPerSecond');
    const accessLog = expiringLog(this, 'AccessLog');
    this.restApi = new RestApi(this, 'RestApi', {
      // Metrics are stored by this name: the stack's keeps those of two stacks in a region apart.
      restApiName: Aws.STACK_NAME,
      endpointTypes: [EndpointType.REGIONAL],
      // Bodies of this type reach the function as base64, byte for byte.
      binaryMediaTypes: ['multipart/form-data'],
      // The list of formats is forty times smaller compressed.
      minCompressionSize: Size.kibibytes(16),
      cloudWatchRole: true,
      deployOptions: {
        stageName,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
        throttlingRateLimit: callsPerSecond,
        throttlingBurstLimit: 2 * callsPerSecond,
        loggingLevel: MethodLoggingLevel.ERROR,
        // Metrics of each method are charged as custom metrics; nothing reads them.
        metricsEnabled: false,
      },
    });
    this.answerInOurForm();
    this.acknowledgeFindings();
  }

  /**
   * Routes each endpoint of the contract to its function, GET also as HEAD, and everything else to `unrouted`. Without that
   * one API Gateway would check a bearer token on an unknown path as an AWS signature and respond with 403.
   */
  addRoutes(functions: Readonly<Record<RouteName, IFunction>>, unrouted: IFunction): void {
    for (const name of routeNames) {
      const { path, method } = routes[name];
      const integration = new LambdaIntegration(functions[name], {
        timeout: Duration.seconds(29),
        ...onePermission,
      });
      const resource = this.restApi.root.resourceForPath(path);
      for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) resource.addMethod(each, integration);
    }
    const refuse = new LambdaIntegration(unrouted, onePermission);
    for (const path of allPaths()) this.restApi.root.resourceForPath(path).addMethod('ANY', refuse);
    this.restApi.root.addProxy({ defaultIntegration: refuse });
  }

  private answerInOurForm(): void {
    for (const { type, code, message, retryAfterSeconds } of gatewayAnswers) {
      this.restApi.addGatewayResponse(`Answer${type.responseType}`, {
        type,
        ...(type.responseType.startsWith('DEFAULT') ? {} : { statusCode: String(errorCodes[code].status) }),
        responseHeaders: {
          'X-Request-Id': 'context.requestId',
          // API Gateway expects literals in single quotes.
          ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': `'${retryAfterSeconds}'` }),
        },
        templates: { 'application/json': JSON.stringify({ error: code, message }) },
      });
    }
    this.restApi.addGatewayResponse('AnswerTHROTTLED', {
      type: ResponseType.THROTTLED,
      statusCode: '429',
      responseHeaders: { 'X-Request-Id': 'context.requestId', 'Retry-After': "'1'" },
      templates: {
        'application/json': JSON.stringify({
          statusCode: 429,
          error: 'Too Many Requests',
          message: 'Rate limit exceeded, retry in 1 seconds',
        }),
      },
    });
  }

  private acknowledgeFindings(): void {
    Validations.of(this.restApi).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'The functions validate each request and name the field that is wrong, which the gateway does not',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason:
          'Rate limits are counted for each token and address; the setting rateLimitPerAddress adds a web ACL, which has a price',
      },
      {
        id: 'AwsSolutions-APIG4',
        reason: 'The functions check the bearer token in the same write that counts the call',
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'Clients of the API use API keys and bearer tokens, not users of an identity provider',
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: 'API Gateway writes its logs with the managed policy that AWS made for it',
      },
    );
  }
}
