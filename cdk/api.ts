import { Aws, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  Deployment,
  EndpointType,
  type IRestApi,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
  Stage,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RouteName } from '../lib/api/routes.ts';
import { apiBody, dashboardName, unroutedName } from './api-body.ts';
import { expiringLog } from './expiring-log.ts';
import { liveOf } from './gradual-deployment.ts';
import { settingsOf } from './settings.ts';

/** The stage of every deployment: the first segment of all paths. */
const stageName = 'v1';

/**
 * The REST API in front of the functions, which an OpenAPI body describes. It is created before the functions, so that their
 * environment can contain its URL: the body refers to a function by a variable of the stage, which is created after them.
 */
export class Api extends Construct {
  readonly restApi: SpecRestApi;
  /** As text: a reference to the stage would depend on every function. */
  readonly stageName = stageName;
  /** The base URL of the API for programs, without a slash at the end. Not the URL of the stage, which refers to the functions. */
  readonly url: string;
  private readonly invoker: Role;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // One role instead of a permission for each function: a stack has at most 500 resources.
    this.invoker = new Role(this, 'Invoker', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'DocForge: the API invokes the functions of its endpoints',
    });
    this.restApi = new SpecRestApi(this, 'RestApi', {
      // Metrics are stored by this name: the stack's keeps those of two stacks in a region apart.
      restApiName: Aws.STACK_NAME,
      apiDefinition: ApiDefinition.fromInline(
        apiBody(Aws.STACK_NAME, this.invoker.roleArn, settingsOf(this).pages === 'api'),
      ),
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: true,
      deploy: false,
    });
    const host =
      settingsOf(this).api?.domain ?? `${this.restApi.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    this.url = `https://${host}/${stageName}`;
    this.acknowledgeFindings();
  }

  /**
   * Deploys the API: each endpoint to its function, and everything else to `unrouted`. Without that one API Gateway would check
   * a bearer token on an unknown path as an AWS signature and respond with 403. `dashboard` serves the dashboard's files, if any function does.
   */
  deploy(
    functions: Readonly<Record<RouteName, LambdaFunction>>,
    unrouted: LambdaFunction,
    dashboard: LambdaFunction | undefined,
  ): Stage {
    const targets = Object.entries({
      ...functions,
      [unroutedName]: unrouted,
      ...(dashboard && { [dashboardName]: dashboard }),
    }).map(([name, lambda]) => [name, liveOf(lambda)] as const);
    this.invoker.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: targets.map(([, { functionArn }]) => functionArn),
      }),
    );
    const { callsPerSecond, traces } = settingsOf(this);
    const accessLog = expiringLog(this, 'AccessLog');
    // The ids are those that CDK gives to the stage of an API, of which there can be only one with this name.
    const stage = new Stage(this.restApi, `DeploymentStage.${stageName}`, {
      stageName,
      deployment: new Deployment(this.restApi, 'Deployment', { api: this.restApi as IRestApi }),
      variables: Object.fromEntries(targets.map(([name, { functionName }]) => [name, functionName])),
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
      throttlingRateLimit: callsPerSecond,
      throttlingBurstLimit: 2 * callsPerSecond,
      loggingLevel: MethodLoggingLevel.ERROR,
      // Metrics of each method are charged as custom metrics; nothing reads them.
      metricsEnabled: false,
      tracingEnabled: traces,
    });
    stage.node.addDependency(this.invoker);
    this.restApi.deploymentStage = stage;
    return stage;
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
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: 'API Gateway writes its logs with the managed policy that AWS made for it',
      },
    );
  }
}
