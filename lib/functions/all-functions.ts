import { backgroundFunctions } from './background-functions.ts';
import { endpointFunctions } from './endpoint-functions.ts';
import type { FunctionRow } from './function-row.ts';

/** Answers every path and method that no endpoint of the contract has. */
export const unroutedFunction: FunctionRow = {
  file: 'api/answer-unrouted',
  environment: [],
  grants: [],
  memoryMegabytes: 512,
  timeoutSeconds: 10,
};

/** Every Lambda function of the service. */
export const allFunctions: readonly FunctionRow[] = [
  ...Object.values(endpointFunctions),
  ...Object.values(backgroundFunctions),
  unroutedFunction,
];
