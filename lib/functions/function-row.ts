import type { EnvironmentName } from '../env.ts';
import type { Grant } from '../grants.ts';

/** The declaration of a Lambda function, from which the stack provisions it. */
export type FunctionRow = {
  /** Its file in `functions/`, without `.ts`, such as `api/get-job`. */
  readonly file: string;
  /** The environment variables that it reads. */
  readonly environment: readonly EnvironmentName[];
  /** All that it may do besides writing its log. */
  readonly grants: readonly Grant[];
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
};
