import { Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RouteName } from '../lib/api/routes.ts';
import { type WorkerFunctionName, workerFunctions } from '../lib/workers.ts';
import type { AlarmName } from './runbook.ts';
import { settingsOf } from './settings.ts';

/** The endpoints of a conversion, which have most of the calls. Each further function needs three resources of the stack's limit. */
const gradualEndpoints = [
  'upload',
  'convert',
  'extract',
  'getJob',
  'getResult',
] as const satisfies RouteName[];

/** Functions whose new versions take their traffic gradually. */
export const gradualFunctions: readonly (RouteName | WorkerFunctionName)[] = [
  ...(Object.keys(workerFunctions) as WorkerFunctionName[]),
  ...gradualEndpoints,
];

/**
 * Urgent alarms that a new version of these functions can cause within the canary. CodeDeploy also refuses to start a deployment while
 * one of them is on, so alarms with other causes are left out.
 */
export const rollbackAlarms = [
  'JobsFailing',
  'JobsRejected',
  'QueueStopped',
  'WorkerErrors',
  'ApiServerErrors',
] as const satisfies AlarmName[];

/** A tenth of the calls for 10 minutes, then all of them: the alarms' periods are 5 minutes, and most need one. */
const canary = LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES;

const aliasName = 'live';

const aliasOf = ({ node }: LambdaFunction): Alias | undefined => {
  const child = node.tryFindChild('Live');
  return child instanceof Alias ? child : undefined;
};

/** Adds the alias that takes the traffic of a function, if its versions are deployed gradually. */
export const addAlias = (lambda: LambdaFunction, name: string): void => {
  if (settingsOf(lambda).deployment === 'gradual' && gradualFunctions.some((each) => each === name))
    new Alias(lambda, 'Live', { aliasName, version: lambda.currentVersion as IVersion });
};

/** Returns what takes the traffic of a function: its alias, or the function itself. */
export const liveOf = (lambda: LambdaFunction): IFunction => (aliasOf(lambda) ?? lambda) as IFunction;

/** Lets CodeDeploy move the traffic of the aliases to new versions, and back if an alarm is on. Adds nothing without aliases. */
export const deployGradually = (
  scope: Construct,
  functions: readonly LambdaFunction[],
  alarms: readonly Alarm[],
): void => {
  const aliases = functions.flatMap((lambda) => aliasOf(lambda) ?? []);
  if (aliases.length === 0) return;
  const parent = new Construct(scope, 'Deployment');
  const application = new LambdaApplication(parent, 'Application');
  const role = new Role(parent, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
  const rollback = alarms.filter(({ node }) => rollbackAlarms.some((name) => name === node.id));
  for (const alias of aliases)
    new LambdaDeploymentGroup(alias, 'Group', {
      alias,
      application,
      role,
      alarms: rollback,
      deploymentConfig: canary,
    });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason: 'CodeDeploy moves aliases with the managed policy that AWS made for it',
  });
};
