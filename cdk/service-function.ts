import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type AssetCode, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { FunctionRow } from '../lib/functions/function-row.ts';

/** Properties of a function. */
type ServiceFunctionProps = Pick<FunctionRow, 'memoryMegabytes' | 'timeoutSeconds'> & {
  /** The bundled code with `index.mjs`. */
  readonly code: AssetCode;
  /** Megabytes of its /tmp. Default: 512. */
  readonly scratchMegabytes?: number | undefined;
  /**
   * Concurrent executions that are reserved for this function and that it cannot exceed. Default: no reservation and no
   * limit.
   */
  readonly reservedConcurrency?: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** All that it may do besides writing its log. */
  readonly permissions: readonly PolicyStatement[];
};

/** One Lambda function with its own role, and a log group that expires. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const writeLog = new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      // Not a policy of its own, because a stack has at most 500 resources.
      inlinePolicies: { Grants: new PolicyDocument({ statements: [writeLog, ...props.permissions] }) },
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      handler: 'index.handler',
      code: props.code,
      ...(props.scratchMegabytes === undefined
        ? {}
        : { ephemeralStorageSize: Size.mebibytes(props.scratchMegabytes) }),
      ...(props.reservedConcurrency === undefined
        ? {}
        : { reservedConcurrentExecutions: props.reservedConcurrency }),
      memorySize: props.memoryMegabytes,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: { ...props.environment, NODE_OPTIONS: '--enable-source-maps' },
      role,
      logGroup,
    });
  }
}
