import type * as z from 'zod';
import type { convertBody } from '../api/job-request-schemas.ts';
import type { StepRequest } from './job-request.ts';

type WireStep = NonNullable<z.output<typeof convertBody>['steps']>[number];

const toStepRequest = (step: WireStep, name: string | undefined): StepRequest => ({
  name,
  type: step.to === undefined ? 'extraction' : 'conversion',
  target: step.to ?? step.format ?? '',
  options: step.options ?? {},
  inputs: step.inputs,
  isOutput: step.output ?? false,
});

/** The steps of a request: those that it lists, or the conversion or extraction that it has in their place. */
export const stepsOf = ({
  steps,
  ...only
}: Pick<WireStep, 'to' | 'format' | 'options'> & {
  readonly steps?: readonly WireStep[] | undefined;
}): readonly StepRequest[] =>
  steps?.map((step, index) => toStepRequest(step, step.name ?? `step_${index + 1}`)) ?? [
    toStepRequest(only, undefined),
  ];
