import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type RouteName, routeNames } from '../lib/api/routes.ts';
import { unroutedFunction } from '../lib/functions/all-functions.ts';
import type { BackgroundFunction } from '../lib/functions/background-functions.ts';
import { endpointFunctions } from '../lib/functions/endpoint-functions.ts';
import type { FunctionRow } from '../lib/functions/function-row.ts';
import { type Environment, environmentOf } from './environment.ts';
import type { FunctionCode } from './function-code.ts';
import { type GrantResources, grantStatements } from './grant-statement.ts';
import { ServiceFunction } from './service-function.ts';

/** What the rows of functions refer to. */
export type FunctionSetting = {
  readonly code: FunctionCode;
  readonly resources: GrantResources;
  /** The value of each environment variable; a variable without one is set to an empty string. */
  readonly environment: Environment;
};

/** The construct id of a function: its name in Pascal case. */
export const pascalCase = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Creates a function from its row. */
export const createFunction = (
  scope: Construct,
  name: string,
  row: FunctionRow & Partial<Pick<BackgroundFunction, 'scratchMegabytes'>>,
  { code, resources, environment }: FunctionSetting,
  reservedConcurrency?: number,
): LambdaFunction =>
  new ServiceFunction(scope, pascalCase(name), {
    code: code(row.file),
    environment: environmentOf(row.environment, environment),
    permissions: grantStatements(row.grants, resources),
    memoryMegabytes: row.memoryMegabytes,
    timeoutSeconds: row.timeoutSeconds,
    scratchMegabytes: row.scratchMegabytes,
    reservedConcurrency,
  }).lambda;

/** Creates the function of each endpoint, and the one that answers unrouted requests. */
export const createEndpointFunctions = (
  scope: Construct,
  setting: FunctionSetting,
): { endpoints: Readonly<Record<RouteName, LambdaFunction>>; unrouted: LambdaFunction } => {
  const unrouted = createFunction(scope, 'answerUnrouted', unroutedFunction, setting);
  const endpoints = Object.fromEntries(
    routeNames.map((name) => [name, createFunction(scope, name, endpointFunctions[name], setting)]),
  ) as Record<RouteName, LambdaFunction>;
  return { endpoints, unrouted };
};
