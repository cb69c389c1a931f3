import { afterEach, expect, it, vi } from 'vitest';
import { readBillingSettings } from '../../../lib/billing/settings.ts';

const all = {
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  STRIPE_STARTER_PRICE: 'price_starter',
  STRIPE_PRO_PRICE: 'price_pro',
};

const set = (values: Readonly<Record<string, string>>): void => {
  for (const name of Object.keys(all)) vi.stubEnv(name, values[name] ?? '');
};

afterEach(() => vi.unstubAllEnvs());

it('disables billing if the variables are empty', () => {
  set({});

  expect(readBillingSettings()).toBeUndefined();
});

it('reads keys and prices', () => {
  set(all);

  expect(readBillingSettings()).toEqual({
    secretKey: 'sk_test',
    webhookSecret: 'whsec',
    prices: { starter: 'price_starter', pro: 'price_pro' },
  });
});

it.each(Object.keys(all))('throws without %s if the others are set', (name) => {
  set({ ...all, [name]: '' });

  expect(readBillingSettings).toThrow('settings are incomplete');
});
