import { expect, it } from 'vitest';
import type { StageSettings } from '../../cdk/settings.ts';
import { resourcesOf } from './check/template.ts';
import { severalSettings } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

/** The billing variables of the functions by construct id: the parts of their names, and their values. */
const toldOf = (settings: StageSettings): Record<string, Record<string, string>> =>
  Object.fromEntries(
    resourcesOf(synthesizeStack(settings), 'AWS::Lambda::Function').flatMap(([id, { Environment }]) => {
      const told = Object.entries<string>(Environment?.Variables ?? {}).filter(([name]) =>
        /^(STRIPE|BILLING)_/.test(name),
      );
      return told.length === 0 ? [] : [[id.replace(/Function[0-9A-F]{8}$/, ''), Object.fromEntries(told)]];
    }),
  );

const keys = (value: (field: string) => string) => ({
  STRIPE_SECRET_KEY: value('secretKey'),
  STRIPE_WEBHOOK_SECRET: value('webhookSecret'),
  STRIPE_STARTER_PRICE: value('starterPrice'),
  STRIPE_PRO_PRICE: value('proPrice'),
});

it('declares empty billing variables if no secret is set', () => {
  const none = keys(() => '');

  expect(toldOf({})).toEqual({
    GetDashboardConfig: { BILLING_OFFERED: '' },
    OpenCheckout: none,
    OpenBillingPortal: none,
    ReceiveBillingEvent: none,
    RunOperatorCommand: { STRIPE_SECRET_KEY: '' },
  });
});

it("passes references to the secret's fields to the billing functions, and the key to the operator's, which deletes customers", () => {
  const references = keys((field) => `{{resolve:secretsmanager:docforge/stripe:SecretString:${field}::}}`);

  expect(toldOf(severalSettings)).toEqual({
    GetDashboardConfig: { BILLING_OFFERED: 'yes' },
    OpenCheckout: references,
    OpenBillingPortal: references,
    ReceiveBillingEvent: references,
    RunOperatorCommand: { STRIPE_SECRET_KEY: references.STRIPE_SECRET_KEY },
  });
});
