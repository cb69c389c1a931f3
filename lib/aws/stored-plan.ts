import * as z from 'zod';
import { isPlanName, type PlanName } from '../plans.ts';

/** The name of a stored plan. One that this version does not know counts as `free`; the account keeps the limits that it stores. */
export const storedPlan = z.string().transform((name): PlanName => (isPlanName(name) ? name : 'free'));
