import { backgroundFunctions } from './background-functions.ts';
import { addressCounted, endpointFunctions } from './endpoint-functions.ts';
import type { FunctionRow } from './function-row.ts';

/** Responds to every path and method that is not an endpoint of the contract. */
export const unroutedFunction: FunctionRow = {
  file: 'api/answer-unrouted',
  ...addressCounted,
  memoryMegabytes: 512,
  timeoutSeconds: 10,
};

/** Serves the dashboard's files below `/dashboard` of the API. */
export const dashboardFunction: FunctionRow = {
  file: 'api/get-dashboard-file',
  environment: ['dashboardPolicy'],
  grants: [],
  memoryMegabytes: 512,
  timeoutSeconds: 10,
};

/** Every Lambda function of the service. */
export const allFunctions: readonly FunctionRow[] = [
  ...Object.values(endpointFunctions),
  ...Object.values(backgroundFunctions),
  unroutedFunction,
  dashboardFunction,
];
