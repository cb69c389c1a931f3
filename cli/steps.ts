import { readFile } from 'node:fs/promises';
import type { ConversionStep } from '../client/types.ts';
import { usageError } from './command-error.ts';

const isStep = (value: unknown): value is ConversionStep => {
  if (typeof value !== 'object' || value === null) return false;
  const { to, format }: { to?: unknown; format?: unknown } = value;
  return typeof to === 'string' || typeof format === 'string';
};

/**
 * Reads a JSON file with the `steps` of `POST /convert`. The service checks the rest of them.
 *
 * @throws CommandError with exit code 2 if the file has none
 */
export const readSteps = async (
  path: string,
): Promise<{ readonly steps: readonly ConversionStep[]; readonly last: ConversionStep }> => {
  const wrong = (fault: string) =>
    usageError(`${path} ${fault}. Write one such as [{"to": "pdf"}, {"format": "text"}].`);
  let steps: unknown;
  try {
    steps = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
  }
  const last: unknown = Array.isArray(steps) ? steps.at(-1) : undefined;
  if (!Array.isArray(steps) || !steps.every(isStep) || !isStep(last)) throw wrong('is not a list of steps');
  return { steps, last };
};
