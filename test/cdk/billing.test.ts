import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, expect, it } from 'vitest';
import { DocForgeStack } from '../../cdk/docforge-stack.ts';

const settings = JSON.parse(await readFile('cdk.json', 'utf8'));
const folders: string[] = [];

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** What the functions are told of payments, by the construct's id: the parts of the variables' names, and their values. */
const toldOf = async (context: Record<string, unknown>): Promise<Record<string, Record<string, string>>> => {
  const outdir = await mkdtemp(join(tmpdir(), 'docforge-cdk-'));
  folders.push(outdir);
  const app = new App({
    outdir,
    context: { ...settings.context, 'aws:cdk:bundling-stacks': [], ...context },
  });
  const template = Template.fromStack(new DocForgeStack(app, 'DocForge', {}));
  return Object.fromEntries(
    Object.entries(template.findResources('AWS::Lambda::Function')).flatMap(([id, { Properties }]) => {
      const told = Object.entries<string>(Properties.Environment?.Variables ?? {}).filter(([name]) =>
        /^(STRIPE|BILLING)_/.test(name),
      );
      return told.length === 0 ? [] : [[id.replace(/Function[0-9A-F]{8}$/, ''), Object.fromEntries(told)]];
    }),
  );
};

const keys = (value: (field: string) => string) => ({
  STRIPE_SECRET_KEY: value('secretKey'),
  STRIPE_WEBHOOK_SECRET: value('webhookSecret'),
  STRIPE_STARTER_PRICE: value('starterPrice'),
  STRIPE_PRO_PRICE: value('proPrice'),
});

it('declares the variables of payments without a value where no secret is named', async () => {
  const none = keys(() => '');

  expect(await toldOf({})).toEqual({
    GetDashboardConfig: { BILLING_OFFERED: '' },
    OpenCheckout: none,
    OpenBillingPortal: none,
    ReceiveBillingEvent: none,
  });
});

it('tells the fields of the secret to the three functions of payments, and nobody else, by reference', async () => {
  const references = keys((field) => `{{resolve:secretsmanager:docforge/stripe:SecretString:${field}::}}`);

  expect(await toldOf({ stripeSecretName: 'docforge/stripe' })).toEqual({
    GetDashboardConfig: { BILLING_OFFERED: 'yes' },
    OpenCheckout: references,
    OpenBillingPortal: references,
    ReceiveBillingEvent: references,
  });
});
