import { join } from 'node:path';
import { Duration, Size } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, CfnFunction, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type RouteName, routeNames } from '../lib/api/routes.ts';
import { dashboardFunction, unroutedFunction } from '../lib/functions/all-functions.ts';
import type { BackgroundFunction } from '../lib/functions/background-functions.ts';
import { defaultMemoryMegabytes, endpointFunctions } from '../lib/functions/endpoint-functions.ts';
import type { FunctionRow } from '../lib/functions/function-row.ts';
import { buildDashboard } from './dashboard-source.ts';
import { type Environment, environmentOf, metricsNamespace } from './environment.ts';
import { expiringLog } from './expiring-log.ts';
import type { FunctionCode } from './function-code.ts';
import { addAlias } from './gradual-deployment.ts';
import { type GrantResources, grantStatements } from './grant-statement.ts';
import { settingsOf } from './settings.ts';
import { architectureOf } from './worker-architecture.ts';

/** What the rows of functions refer to. */
export type FunctionSetting = {
  readonly code: FunctionCode;
  readonly resources: GrantResources;
  /** The value of each environment variable; a variable without one is set to an empty string. */
  readonly environment: Environment;
};

const lambdaArchitectures = { x64: Architecture.X86_64, arm64: Architecture.ARM_64 };

/** The construct id of a function: its name in Pascal case. */
export const pascalCase = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

type DeployedRow = FunctionRow &
  Partial<Pick<BackgroundFunction, 'engineMegabytes' | 'scratchMegabytes' | 'worker'>>;

/** Lets a function take messages from its queue. */
const consumption = ({ queueArn }: IQueue): PolicyStatement =>
  new PolicyStatement({
    actions: [
      'sqs:ReceiveMessage',
      'sqs:ChangeMessageVisibility',
      'sqs:GetQueueUrl',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
    ],
    resources: [queueArn],
  });

/** Lets a function send traces; X-Ray has no resources. */
const writeTraces = new PolicyStatement({
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
});

/** What starts a function, and how often at once. */
type Start = {
  /** Concurrent executions that are reserved for it and that it cannot exceed. Default: no reservation and no limit. */
  readonly reservation?: number | undefined;
  readonly queue?: IQueue | undefined;
};

/** Creates a function from its row, with its own role and a log group that expires. */
export const createFunction = (
  stack: Construct,
  name: string,
  {
    file,
    environment: names,
    grants,
    memoryMegabytes,
    timeoutSeconds,
    engineMegabytes,
    scratchMegabytes,
    worker,
  }: DeployedRow,
  { code, resources, environment: common }: FunctionSetting,
  { reservation, queue }: Start = {},
): LambdaFunction => {
  const scope = new Construct(stack, pascalCase(name));
  const logGroup = expiringLog(scope, 'Log');
  const writeLog = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
  const { traces, workerArchitecture } = settingsOf(stack);
  const environment =
    engineMegabytes === undefined ? common : { ...common, engineMemoryMegabytes: String(engineMegabytes) };
  const statements = [
    writeLog,
    ...(queue === undefined ? [] : [consumption(queue)]),
    ...grantStatements(grants, resources),
    ...(traces ? [writeTraces] : []),
  ];
  const lambda = new LambdaFunction(scope, 'Function', {
    runtime: Runtime.NODEJS_24_X,
    architecture: lambdaArchitectures[architectureOf(worker, workerArchitecture)],
    handler: 'index.handler',
    code: code(file),
    ...(scratchMegabytes === undefined ? {} : { ephemeralStorageSize: Size.mebibytes(scratchMegabytes) }),
    ...(reservation === undefined ? {} : { reservedConcurrentExecutions: reservation }),
    memorySize: memoryMegabytes,
    timeout: Duration.seconds(timeoutSeconds),
    environment: {
      ...environmentOf(names, environment),
      NODE_OPTIONS: '--enable-source-maps',
      POWERTOOLS_METRICS_NAMESPACE: metricsNamespace,
    },
    role: new Role(scope, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      // Not a policy of its own, because a stack has at most 500 resources.
      inlinePolicies: { Grants: new PolicyDocument({ statements }) },
    }),
    logGroup,
  });
  // The property of the construct would add a policy to each role, and so a resource.
  if (traces && lambda.node.defaultChild instanceof CfnFunction)
    lambda.node.defaultChild.tracingConfig = { mode: 'Active' };
  addAlias(lambda, name);
  return lambda;
};

/** Creates the function of each endpoint, and the one that answers unrouted requests. */
export const createEndpointFunctions = (
  scope: Construct,
  setting: FunctionSetting,
): { endpoints: Readonly<Record<RouteName, LambdaFunction>>; unrouted: LambdaFunction } => {
  const unrouted = createFunction(scope, 'answerUnrouted', unroutedFunction, setting);
  const { endpointMemoryMegabytes = defaultMemoryMegabytes } = settingsOf(scope);
  const rowOf = (name: RouteName): FunctionRow => {
    const row = endpointFunctions[name];
    return row.memoryMegabytes === defaultMemoryMegabytes
      ? { ...row, memoryMegabytes: endpointMemoryMegabytes }
      : row;
  };
  const endpoints = Object.fromEntries(
    routeNames.map((name) => [name, createFunction(scope, name, rowOf(name), setting)]),
  ) as Record<RouteName, LambdaFunction>;
  return { endpoints, unrouted };
};

/** Creates the function that serves the dashboard's files, which are next to its bundle. */
export const createDashboardFunction = (scope: Construct, setting: FunctionSetting): LambdaFunction =>
  createFunction(scope, 'getDashboardFile', dashboardFunction, {
    ...setting,
    code: (file) => setting.code(file, (folder) => buildDashboard(join(folder, 'dashboard'))),
  });
