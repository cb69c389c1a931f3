import type * as z from 'zod';
import type { convertBody } from '../api/job-request-schemas.ts';
import type { JobRequest, StepRequest } from '../jobs/job-request.ts';

type WireStep = NonNullable<z.output<typeof convertBody>['steps']>[number];

const toStepRequest = ({
  name,
  to,
  format,
  options = {},
  inputs,
  output = false,
}: WireStep): StepRequest => ({
  name,
  ...(to === undefined
    ? ({ type: 'extraction', target: format ?? '' } as const)
    : ({ type: 'conversion', target: to } as const)),
  options,
  inputs,
  isOutput: output,
});

/** The target of a conversion, or the steps that the body has in its place. */
export const targetOf = ({
  to = '',
  options = {},
  steps,
}: {
  readonly to?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly steps?: readonly WireStep[] | undefined;
}): Pick<JobRequest, 'type' | 'target' | 'options' | 'steps'> => {
  const requests = steps?.map(toStepRequest);
  const last = requests?.at(-1);
  if (last === undefined) return { type: 'conversion', target: to, options };
  return { type: last.type, target: last.target, options: {}, steps: requests };
};
