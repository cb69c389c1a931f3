import type { PlanLimits, PlanName } from '../plans.ts';
import { limitAttributes } from './account-item.ts';
import { keys } from './table.ts';

/** The update that moves an account to a plan and its limits. Refused if the account does not exist. */
export const planUpdate = (accountId: string, plan: PlanName, limits: PlanLimits) => {
  const values = Object.entries(limitAttributes(limits));
  return {
    Key: keys.account(accountId),
    UpdateExpression: `SET #plan = :plan, ${values.map(([name]) => `${name} = :${name}`).join(', ')}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#plan': 'plan' },
    ExpressionAttributeValues: {
      ':plan': plan,
      ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
    },
  };
};
