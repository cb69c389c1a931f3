import type { PlanLimits, PlanName } from '../plans.ts';
import { keys } from './table.ts';

/** The update that moves an account to a plan with its limits; refused where there is no such account. */
export const planUpdate = (accountId: string, plan: PlanName, limits: PlanLimits) => ({
  Key: keys.account(accountId),
  UpdateExpression:
    'SET #plan = :plan, max_operations = :operations, max_active_jobs = :jobs, max_keys = :keys',
  ConditionExpression: 'attribute_exists(pk)',
  ExpressionAttributeNames: { '#plan': 'plan' },
  ExpressionAttributeValues: {
    ':plan': plan,
    ':operations': limits.maxOperations,
    ':jobs': limits.maxActiveJobs,
    ':keys': limits.maxKeys,
  },
});
