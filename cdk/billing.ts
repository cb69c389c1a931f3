import { SecretValue } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type EnvironmentName, priceVariable } from '../lib/env.ts';
import { paidPlans } from '../lib/plans.ts';

/**
 * The environment of the billing functions: the fields of the secret in the context `stripeSecretName`, as dynamic
 * references that CloudFormation resolves; empty without that context.
 */
export const billingEnvironment = (scope: Construct): Readonly<Partial<Record<EnvironmentName, string>>> => {
  const secretName: unknown = scope.node.tryGetContext('stripeSecretName');
  if (typeof secretName !== 'string' || secretName === '') return {};
  // Unwrapped on purpose: a function's environment accepts only strings, and the template contains only the reference.
  const field = (jsonField: string): string =>
    SecretValue.secretsManager(secretName, { jsonField }).unsafeUnwrap();
  return {
    billingOffered: 'yes',
    stripeSecretKey: field('secretKey'),
    stripeWebhookSecret: field('webhookSecret'),
    ...Object.fromEntries(paidPlans.map((plan) => [priceVariable(plan), field(`${plan}Price`)])),
  };
};
