import { maxFilesOfJob } from '../api/limits.ts';
import { ApiError } from '../api-errors.ts';
import type { FormatTable, JobRequest, ResolvedStep } from './job-request.ts';
import type { StepInput } from './job-steps.ts';

/** A request with the canonical names of its formats, and whose steps have their inputs. */
export type ResolvedRequest = Omit<JobRequest, 'steps'> & { readonly steps: readonly ResolvedStep[] };

const invalid = (field: string, reason: string): ApiError =>
  new ApiError('invalid_request', reason, { field });

/** The name of all files of a request among the inputs of a step. */
const source = 'source';

const isSame = (one: StepInput, other: StepInput): boolean =>
  'file' in one ? 'file' in other && one.file === other.file : 'step' in other && one.step === other.step;

/** The files of a request as inputs. A URL counts as its only file. */
const filesOf = ({ fileUrl, fileIds }: Pick<JobRequest, 'fileUrl' | 'fileIds'>): readonly StepInput[] =>
  fileUrl === undefined ? fileIds.map((_, file) => ({ file })) : [{ file: 0 }];

/** Resolves the inputs of the step at `index` by the names of the steps before it. */
const inputsOf = (request: JobRequest, index: number): readonly StepInput[] => {
  const { steps } = request;
  const field = `steps.${index}.inputs`;
  const earlier = steps.slice(0, index).map(({ name }) => name ?? '');
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
const refuseUnused = (request: ResolvedRequest): void => {
  const { steps } = request;
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

const canonicalSource = ({ from }: JobRequest, table: FormatTable): string | undefined => {
  const canonical = from === undefined ? undefined : table.canonical(from);
  if (from === undefined || canonical !== undefined) return canonical;
  const reason = `unknown format ${JSON.stringify(from)}. GET /formats lists all formats.`;
  throw new ApiError('unsupported_conversion', reason, { field: 'from' });
};

/**
 * Resolves the names in a request: aliases of formats, and the inputs of its steps. Reads no file.
 *
 * @throws ApiError `unsupported_conversion` if `from` is not a format, `invalid_request` for a step
 */
export const resolveRequest = (request: JobRequest, table: FormatTable): ResolvedRequest => {
  const from = canonicalSource(request, table);
  const names = request.steps.map(({ name }) => name);
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated >= 0)
    throw invalid(
      `steps.${repeated}.name`,
      `an earlier step has the name ${JSON.stringify(names[repeated])} too. Give each step its own.`,
    );
  const steps = request.steps.map((step, index): ResolvedStep => {
    const canonical = step.type === 'conversion' ? table.canonical(step.target) : undefined;
    return { ...step, target: canonical ?? step.target, inputs: inputsOf(request, index) };
  });
  const resolved = { ...request, from, steps };
  refuseUnused(resolved);
  return resolved;
};
