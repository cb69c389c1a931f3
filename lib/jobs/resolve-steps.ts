import { maxFilesOfJob } from '../api/limits.ts';
import { ApiError } from '../errors.ts';
import type { FormatTable, JobRequest, StepRequest } from './job-request.ts';
import type { JobStep, StepInput } from './job-steps.ts';

/** A step with its name, its canonical target and its inputs, before its files are read. */
export type ResolvedStep = Pick<JobStep, 'name' | 'type' | 'target' | 'options' | 'inputs' | 'isOutput'>;

const invalid = (field: string, reason: string): ApiError =>
  new ApiError('invalid_request', reason, { field });

/** The name of all files of a request among the inputs of a step. */
const source = 'source';

const nameOf = ({ name }: StepRequest, index: number): string => name ?? `step_${index + 1}`;

const isSame = (one: StepInput, other: StepInput): boolean =>
  'file' in one ? 'file' in other && one.file === other.file : 'step' in other && one.step === other.step;

/** The files of a request as inputs. A URL counts as its only file. */
const filesOf = ({ fileUrl, fileIds }: JobRequest): readonly StepInput[] =>
  fileUrl === undefined ? fileIds.map((_, file) => ({ file })) : [{ file: 0 }];

/** Resolves the inputs of the step at `index` by the names of the steps before it. */
const inputsOf = (
  request: JobRequest,
  steps: readonly StepRequest[],
  index: number,
): readonly StepInput[] => {
  const field = `steps.${index}.inputs`;
  const earlier = steps.slice(0, index).map(nameOf);
  const wanted = steps[index]?.inputs ?? [earlier.at(-1) ?? source];
  const inputs = wanted.flatMap((name): readonly StepInput[] => {
    if (name === source) return filesOf(request);
    const file = request.fileIds.indexOf(name);
    if (file >= 0) return [{ file }];
    const step = earlier.indexOf(name);
    if (step >= 0) return [{ step }];
    const known = [source, ...earlier].join(', ');
    const [fault, ids] =
      request.fileIds.length > 1
        ? ['is no earlier step and no file of file_ids', ', and the ids in file_ids']
        : ['is no earlier step', ''];
    throw invalid(field, `${JSON.stringify(name)} ${fault}. Known: ${known}${ids}.`);
  });
  const extraction = inputs.find((input) => 'step' in input && steps[input.step]?.type === 'extraction');
  if (extraction !== undefined && 'step' in extraction) {
    throw invalid(
      field,
      `${JSON.stringify(earlier[extraction.step])} is an extraction, whose result no step can read. Name a conversion, or convert with "to" instead.`,
    );
  }
  if (inputs.some((input, at) => inputs.findIndex((other) => isSame(input, other)) < at))
    throw invalid(field, 'contains the same document twice. Send each once.');
  if (inputs.length > maxFilesOfJob)
    throw invalid(field, `has ${inputs.length} documents; the limit is ${maxFilesOfJob}. Send fewer.`);
  return inputs;
};

/** Refuses steps and files that nothing uses: a step would count as an operation without a purpose. */
const refuseUnused = (request: JobRequest, steps: readonly ResolvedStep[]): void => {
  const used = steps.flatMap(({ inputs }) => inputs);
  const isUsed = (input: StepInput): boolean => used.some((other) => isSame(input, other));
  const idle = steps.slice(0, -1).findIndex(({ isOutput }, step) => !isOutput && !isUsed({ step }));
  if (idle >= 0) {
    throw invalid(
      `steps.${idle}`,
      `no later step reads its result. Name it in the inputs of one, set "output" to true, or remove it.`,
    );
  }
  const file = filesOf(request).findIndex((input) => !isUsed(input));
  if (file >= 0) {
    const [field, name] =
      request.fileUrl === undefined ? ['file_ids', request.fileIds[file]] : ['file_url', 'it'];
    throw invalid(field, `no step reads ${name}. Remove it, or add it to the inputs of a step.`);
  }
};

/**
 * Resolves the names of the steps of a request. Reads no file.
 *
 * @throws ApiError `invalid_request`, naming the step
 */
export const resolveSteps = (
  request: JobRequest,
  steps: readonly StepRequest[],
  table: FormatTable,
): readonly ResolvedStep[] => {
  const names = steps.map(nameOf);
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated >= 0)
    throw invalid(
      `steps.${repeated}.name`,
      `an earlier step has the name ${JSON.stringify(names[repeated])} too. Give each step its own.`,
    );
  const resolved = steps.map((step, index): ResolvedStep => {
    const { type, target, options, isOutput } = step;
    const canonical = type === 'conversion' ? table.canonical(target) : undefined;
    return {
      name: nameOf(step, index),
      type,
      target: canonical ?? target,
      options,
      inputs: inputsOf(request, steps, index),
      isOutput,
    };
  });
  refuseUnused(request, resolved);
  return resolved;
};
