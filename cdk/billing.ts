import { SecretValue } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type EnvironmentName, priceVariable } from '../lib/env.ts';
import { paidPlans } from '../lib/plans.ts';

/**
 * What the functions of payments are told: the fields of the secret that the context `stripeSecretName` names, as dynamic
 * references that CloudFormation resolves; nothing where it names none.
 */
export const billingEnvironment = (scope: Construct): Readonly<Partial<Record<EnvironmentName, string>>> => {
  const secretName: unknown = scope.node.tryGetContext('stripeSecretName');
  if (typeof secretName !== 'string' || secretName === '') return {};
  // Unwrapped on purpose: the environment of a function takes no secret as such, and the template holds the reference only.
  const field = (jsonField: string): string =>
    SecretValue.secretsManager(secretName, { jsonField }).unsafeUnwrap();
  return {
    billingOffered: 'yes',
    stripeSecretKey: field('secretKey'),
    stripeWebhookSecret: field('webhookSecret'),
    ...Object.fromEntries(paidPlans.map((plan) => [priceVariable(plan), field(`${plan}Price`)])),
  };
};
