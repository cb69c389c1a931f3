import { canBeReadAs } from '../conversions/formats.ts';
import { ApiError } from '../errors.ts';
import { pathOf } from '../faults.ts';
import type { ReadyFile } from '../files/file.ts';
import { checkCharacters, fileMismatch, planFor, planForAny } from './check-request.ts';
import type { FormatTable, JobPlan, JobRequest } from './job-request.ts';
import type { JobStep, StepInput } from './job-steps.ts';
import type { ResolvedStep } from './resolve-steps.ts';

/** A step of a job and what the deployment does with it. */
export type PlannedStep = { readonly step: JobStep; readonly plan: JobPlan };

/** Names the step in the message of a refusal, which starts with the field. */
const inStep = <Result>(index: number, name: string, plan: () => Result): Result => {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, field = '', reason, fields } = error;
    const path = pathOf(`steps.${index}`, field);
    throw new ApiError(code, `${path} (step ${JSON.stringify(name)}): ${reason}`, {
      fields: { ...fields, field: path },
    });
  }
};

/** The common format of the inputs of a step; undefined if only reading the public URL decides it. */
const formatOf = (
  { inputs, type, target }: ResolvedStep,
  formatOfInput: (input: StepInput) => string | undefined,
  table: FormatTable,
): string | undefined => {
  const formats = inputs.map(formatOfInput).filter((format) => format !== undefined);
  const [from] = formats;
  const other = formats.find((format) => format !== from);
  if (other !== undefined) {
    throw new ApiError(
      'format_mismatch',
      `one of them is ${other}, but the first is ${from}. Convert them to one format in earlier steps.`,
      { field: 'inputs', fields: { detected: other } },
    );
  }
  if (from !== undefined && inputs.length > 1 && !table.takesSeveral(type, from, target)) {
    throw new ApiError(
      'invalid_request',
      `several ${from} files cannot be combined into one ${target}. Send one. GET /formats lists the targets with several_files.`,
      { field: 'inputs' },
    );
  }
  return from;
};

/**
 * Plans each step of a request with its files.
 *
 * @throws ApiError `unsupported_conversion`, `invalid_request`, `format_mismatch`, `too_complex`
 */
export const planSteps = (
  request: JobRequest,
  steps: readonly ResolvedStep[],
  files: readonly ReadyFile[],
  table: FormatTable,
): readonly [PlannedStep, ...PlannedStep[]] => {
  const mismatch = files.find(
    ({ format }) => request.from !== undefined && !canBeReadAs(format, request.from),
  );
  if (mismatch !== undefined) throw fileMismatch(mismatch, request.from);
  const formatOfInput = (input: StepInput): string | undefined =>
    'step' in input ? steps[input.step]?.target : (request.from ?? files[input.file]?.format);
  const planned = steps.map((step, index): PlannedStep => {
    const { plan, from } = inStep(index, step.name, () => {
      const format = formatOf(step, formatOfInput, table);
      const wanted = { ...request, type: step.type, target: step.target, options: step.options };
      return {
        from: format,
        plan: format === undefined ? planForAny(wanted, table) : planFor(wanted, format, table),
      };
    });
    for (const input of step.inputs) {
      const file = 'file' in input ? files[input.file] : undefined;
      if (file !== undefined) checkCharacters(file, plan, step.target);
    }
    return { step: { ...step, from, worker: plan.worker }, plan };
  });
  const [first, ...further] = planned;
  if (first === undefined)
    throw new ApiError('invalid_request', 'is empty. Send at least one step.', { field: 'steps' });
  return [first, ...further];
};
