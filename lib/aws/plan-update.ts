import type { PlanLimits, PlanName } from '../plans.ts';
import { limitAttributes } from './account-item.ts';
import type { Change } from './change.ts';
import { keys } from './table.ts';

/** The change that moves an account to a plan and its limits. Refused if the account does not exist. */
export const planUpdate = (accountId: string, plan: PlanName, limits: PlanLimits): Change => ({
  key: keys.account(accountId),
  set: { plan, ...limitAttributes(limits) },
  when: 'attribute_exists(pk)',
});
