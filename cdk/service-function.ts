import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/** What a function is made of. */
export type ServiceFunctionProps = {
  /** The bundled code, with `index.mjs`. */
  readonly code: Code;
  readonly memoryMegabytes: number;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
  /** All that it may do besides writing its log. */
  readonly permissions: readonly PolicyStatement[];
};

/** One Lambda function with a role of its own and a log group that is not kept for ever. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    role.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    for (const statement of props.permissions) role.addToPolicy(statement);
    this.lambda = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      handler: 'index.handler',
      code: props.code,
      memorySize: props.memoryMegabytes,
      timeout: props.timeout,
      environment: { ...props.environment, NODE_OPTIONS: '--enable-source-maps' },
      role,
      logGroup,
    });
  }
}
