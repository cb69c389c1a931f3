import * as z from 'zod';
import { highestLimits, type PlanLimits } from '../lib/plan-table.ts';
import { values } from './setting-values.ts';

const limit = (name: keyof PlanLimits, least = 1) => z.int().min(least).max(highestLimits[name]);

const planSchema = z.strictObject({
  label: values.line,
  // Whole dollars, as the price at Stripe.
  price: z.int().min(0).max(1_000_000),
  maxOperations: limit('maxOperations'),
  maxActiveJobs: limit('maxActiveJobs'),
  maxKeys: limit('maxKeys'),
  maxCallsPerMinute: limit('maxCallsPerMinute'),
  maxWaits: limit('maxWaits'),
  maxEngineMinutes: limit('maxEngineMinutes'),
  maxFileBytes: limit('maxFileBytes'),
  maxResultBytes: limit('maxResultBytes'),
  maxRefunds: limit('maxRefunds', 0),
});

/** The names of environment variables and of fields of the secret contain those of plans. */
const planName = /^[a-z][a-z0-9]{0,19}$/;

/** The plans of a stage, from the cheapest to the most expensive. */
export const plansSchema = z.record(z.string(), planSchema).superRefine((plans, { addIssue }) => {
  const fault = (path: readonly string[], message: string): void =>
    addIssue({ code: 'custom', path: [...path], message });
  const names = Object.keys(plans);
  const malformed = names.find((name) => !planName.test(name));
  if (malformed !== undefined)
    fault([malformed], 'must have a name of 1 to 20 lower-case letters and digits that starts with a letter');
  if (plans.free?.price !== 0)
    fault(['free'], 'must exist and have the price 0, because it is the plan of new users');
  for (const [index, name] of names.entries()) {
    const cheaper = names
      .slice(0, index)
      .find((other) => (plans[other]?.price ?? 0) > (plans[name]?.price ?? 0));
    if (cheaper !== undefined)
      fault(
        [name, 'price'],
        `must be at least that of ${cheaper}: list plans from the cheapest to the most expensive`,
      );
  }
});
