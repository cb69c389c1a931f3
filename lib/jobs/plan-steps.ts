import { ApiError, invalidFields } from '../api-errors.ts';
import { canBeReadAs } from '../conversions/formats.ts';
import { pathOf } from '../faults.ts';
import type { ReadyFile } from '../files/file.ts';
import type { FormatTable, JobPlan, PlannedStep, ResolvedStep } from './job-request.ts';
import type { StepInput } from './job-steps.ts';
import type { ResolvedRequest } from './resolve-request.ts';

const quote = (text: string): string => JSON.stringify(text);

/** Names the step, if it has a name, in the message of a refusal, which starts with the field. */
const inStep = <Result>(index: number, { name }: ResolvedStep, plan: () => Result): Result => {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof ApiError) || name === undefined) throw error;
    const { code, field = '', reason, fields } = error;
    const path = pathOf(`steps.${index}`, field);
    throw new ApiError(code, `${path} (step ${quote(name)}): ${reason}`, {
      fields: { ...fields, field: path },
    });
  }
};

const unsupported = ({ type, target }: ResolvedStep, from: string | undefined, table: FormatTable) => {
  const isConversion = type === 'conversion';
  const field = isConversion ? 'to' : 'format';
  if (from === undefined) {
    const fault = isConversion ? 'no format converts to' : 'no format supports extracting';
    return new ApiError(
      'unsupported_conversion',
      `${fault} ${quote(target)}. GET /formats lists what is supported.`,
      { field },
    );
  }
  const supported = table.targets(type, from);
  const fault = isConversion
    ? `cannot convert ${from} to ${quote(target)}`
    : `cannot extract ${quote(target)} from ${from}`;
  return new ApiError(
    'unsupported_conversion',
    `${fault}. Supported: ${supported.length === 0 ? 'none' : supported.join(', ')}.`,
    { field, fields: { supported } },
  );
};

const planFor = (step: ResolvedStep, from: string, table: FormatTable): JobPlan => {
  const planned = table.plan(step.type, from, step.target, step.options);
  if (planned === undefined) throw unsupported(step, from, table);
  if (!planned.ok) throw invalidFields(planned.faults, { place: 'options' });
  return planned.plan;
};

/**
 * Plans a step for a source of unknown format. Its worker is the one that serves every format that converts to the target
 * with these options, or the standard one if several do.
 */
const planForAny = (step: ResolvedStep, table: FormatTable): JobPlan => {
  const { type, target, options } = step;
  const planned = table
    .sources(type, target)
    .flatMap((from) => table.plan(type, from, target, options) ?? []);
  const [first] = planned;
  if (first === undefined) throw unsupported(step, undefined, table);
  const workers = new Set(planned.flatMap((each) => (each.ok ? [each.plan.worker] : [])));
  if (workers.size === 0 && !first.ok) throw invalidFields(first.faults, { place: 'options' });
  const [only = 'standard'] = workers;
  return {
    worker: workers.size === 1 ? only : 'standard',
    maxCharacters: undefined,
    engines: undefined,
    textRecognition: undefined,
  };
};

/** The documents of a request by the inputs of its steps: their formats, if known, and what messages call them. */
const documentsOf = ({ from, steps }: ResolvedRequest, files: readonly ReadyFile[]) => ({
  format: (input: StepInput): string | undefined =>
    'step' in input ? steps[input.step]?.target : (from ?? files[input.file]?.format),
  label: (input: StepInput): string => {
    if ('step' in input) return quote(steps[input.step]?.name ?? '');
    const { filename, fileId } = files[input.file] ?? {};
    return `${filename} (${fileId})`;
  },
});

/**
 * Plans the steps whose formats are known before the files are read, so that most refusals need no read. The plan of any
 * other step is undefined.
 *
 * @throws ApiError `unsupported_conversion`, `invalid_request`
 */
export const planKnownSteps = (
  request: ResolvedRequest,
  table: FormatTable,
): readonly (JobPlan | undefined)[] => {
  const { format } = documentsOf(request, []);
  return request.steps.map((step, index) => {
    const [from] = step.inputs.map(format);
    return from === undefined ? undefined : inStep(index, step, () => planFor(step, from, table));
  });
};

/** Refuses several inputs that cannot be combined into the target. */
const checkSeveral = (
  { name, inputs, type, target }: ResolvedStep,
  { format, label }: ReturnType<typeof documentsOf>,
  table: FormatTable,
): void => {
  const [first, ...further] = inputs;
  const from = first === undefined ? undefined : format(first);
  if (from === undefined || further.length === 0) return;
  const field = name === undefined ? 'file_ids' : 'inputs';
  if (!table.takesSeveral(type, from, target)) {
    throw new ApiError(
      'invalid_request',
      `${from} files cannot be combined into one ${target}. Send one file, or choose a target with several_files. GET /formats lists them.`,
      { field },
    );
  }
  const other = further.find((input) => format(input) !== from);
  if (other === undefined) return;
  const detected = format(other);
  throw new ApiError(
    'format_mismatch',
    `${label(other)} is ${detected}, but the first document is ${from}. Send documents of one format, or convert them in earlier steps.`,
    { field, fields: { detected } },
  );
};

/** Checks the length of a text against the plan of a step that reads it. */
const checkCharacters = ({ characters }: ReadyFile, { plan, target }: PlannedStep): void => {
  const { maxCharacters } = plan;
  if (characters === undefined || maxCharacters === undefined || characters <= maxCharacters) return;
  throw new ApiError(
    'too_complex',
    `The text has ${characters} characters; the limit for ${target} is ${maxCharacters}. Split the file.`,
  );
};

/**
 * Plans each step of a request with its files, and checks the files against the plans.
 *
 * @param known the plans of steps that are planned already
 * @throws ApiError `unsupported_conversion`, `invalid_request`, `format_mismatch`, `too_complex`
 */
export const planSteps = (
  request: ResolvedRequest,
  files: readonly ReadyFile[],
  table: FormatTable,
  known: readonly (JobPlan | undefined)[] = [],
): readonly [PlannedStep, ...PlannedStep[]] => {
  const documents = documentsOf(request, files);
  const [first, ...further] = request.steps.map(
    (step, index): PlannedStep =>
      inStep(index, step, () => {
        const [from] = step.inputs.map(documents.format);
        const plan =
          known[index] ?? (from === undefined ? planForAny(step, table) : planFor(step, from, table));
        checkSeveral(step, documents, table);
        return { ...step, from, plan };
      }),
  );
  if (first === undefined)
    throw new ApiError('invalid_request', 'is empty. Send at least one step.', { field: 'steps' });
  const { from } = request;
  const mismatch = files.find(({ format }) => from !== undefined && !canBeReadAs(format, from));
  if (mismatch !== undefined) {
    const { fileId, format: detected } = mismatch;
    throw new ApiError(
      'format_mismatch',
      `the content of ${fileId} is ${detected}, not ${from}. Correct "from" or remove it.`,
      { field: 'from', fields: { detected } },
    );
  }
  for (const step of [first, ...further]) {
    for (const input of step.inputs) {
      const file = 'file' in input ? files[input.file] : undefined;
      if (file !== undefined) checkCharacters(file, step);
    }
  }
  return [first, ...further];
};
