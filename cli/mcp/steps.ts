import * as z from 'zod';
import type { Options } from '../../client/docforge.ts';
import type { ConversionStep } from '../../client/types.ts';
import { targetOf } from '../steps.ts';
import type { Task } from '../task.ts';

/** The `steps` of the tool convert. The service checks the rest of them. */
export const steps = z
  .array(
    z.strictObject({
      name: z
        .string()
        .optional()
        .describe('Name to use in the inputs of later steps. Default: step_1, step_2, ...'),
      to: z.string().optional().describe('Target format of a conversion'),
      format: z.string().optional().describe('What to extract, instead of to. Usually the last step'),
      options: z.record(z.string(), z.unknown()).optional(),
      inputs: z
        .array(z.string())
        .optional()
        .describe('Names of earlier steps, or "source" for the document. Default: the previous step'),
    }),
  )
  .min(1)
  .optional()
  .describe(
    'Conversions to run one after the other, instead of to and options. Returns only the last result. Example: [{"to":"docx"},{"to":"pdf","options":{"watermark":"Draft"}}]',
  );

/** What the tool convert does: its target, or the steps in its place. Throws Error, for the model, for neither and both. */
export const planOf = (
  to: string | undefined,
  steps: readonly ConversionStep[] | undefined,
  options: Options | undefined,
): Pick<Task, 'operation' | 'target' | 'steps' | 'options'> => {
  if (steps === undefined) {
    if (to === undefined) throw new Error('Pass either "to" or "steps".');
    return { operation: 'convert', target: to, options: options ?? {} };
  }
  if (to !== undefined) throw new Error('Pass either "to" or "steps".');
  if (options !== undefined) throw new Error('Each step has its own options. Pass them in the steps.');
  return { ...targetOf(steps), steps, options: {} };
};
