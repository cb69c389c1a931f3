import { readFile } from 'node:fs/promises';
import type { ConversionStep } from '../client/types.ts';
import { usageError } from './command-error.ts';
import type { Task } from './task.ts';

const isStep = (value: unknown): value is ConversionStep => {
  if (typeof value !== 'object' || value === null) return false;
  const { to, format }: { to?: unknown; format?: unknown } = value;
  return typeof to === 'string' || typeof format === 'string';
};

/** The operation and the target of a job with steps, which are those of the last one. */
export const targetOf = (steps: readonly ConversionStep[]): Pick<Task, 'operation' | 'target'> => {
  const { to, format = '' } = steps.at(-1) ?? {};
  return to === undefined ? { operation: 'extract', target: format } : { operation: 'convert', target: to };
};

/** The steps before the last whose results are kept, by the names that the service gives them. */
export const keptSteps = (
  steps: readonly ConversionStep[] = [],
): readonly (Pick<Task, 'operation' | 'target'> & { readonly step: string })[] =>
  steps
    .slice(0, -1)
    .flatMap((each, index) =>
      each.output === true ? [{ ...targetOf([each]), step: each.name ?? `step_${index + 1}` }] : [],
    );

/**
 * Reads a JSON file with the `steps` of `POST /convert`. What runs them checks the rest.
 *
 * @throws CommandError with exit code 2 if the file has none
 */
export const readSteps = async (path: string): Promise<readonly ConversionStep[]> => {
  const wrong = (fault: string) =>
    usageError(`${path} ${fault}. Example: [{"to": "pdf"}, {"format": "text"}].`);
  let steps: unknown;
  try {
    steps = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
  }
  if (!Array.isArray(steps) || steps.length === 0 || !steps.every(isStep))
    throw wrong('is not a list of steps');
  return steps;
};
