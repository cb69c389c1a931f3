import { SecretValue } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type EnvironmentName, priceVariable } from '../lib/env.ts';
import { paidPlans } from '../lib/plans.ts';
import { settingsOf } from './settings.ts';

/**
 * The environment of the billing functions: the fields of the secret in the setting `billing`, as dynamic
 * references that CloudFormation resolves; empty without that setting.
 */
export const billingEnvironment = (scope: Construct): Readonly<Partial<Record<EnvironmentName, string>>> => {
  const { billing } = settingsOf(scope);
  if (billing === undefined) return {};
  // Unwrapped on purpose: a function's environment accepts only strings, and the template contains only the reference.
  const field = (jsonField: string): string =>
    SecretValue.secretsManager(billing.secretName, { jsonField }).unsafeUnwrap();
  return {
    billingOffered: 'yes',
    stripeSecretKey: field('secretKey'),
    stripeWebhookSecret: field('webhookSecret'),
    ...Object.fromEntries(paidPlans.map((plan) => [priceVariable(plan), field(`${plan}Price`)])),
  };
};
