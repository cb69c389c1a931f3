import { inject } from 'vitest';
import { type Tenant, tenantOf } from './tenant.ts';

let shared: Promise<Tenant> | undefined;

/**
 * The account of all tests that only convert, with a key for each test process. Workers keep an engine process for the
 * documents of one account, so accounts that take turns cost a start for each document.
 */
export const sharedTenant = (): Promise<Tenant> => {
  shared ??= tenantOf(inject('stack'), inject('sharedAccount'));
  return shared;
};

/** The shared account with a new token, which has its own rate limit. */
export const withToken = async (): Promise<{ readonly tenant: Tenant; readonly token: string }> => {
  const tenant = await sharedTenant();
  return { tenant, token: await tenant.authorize() };
};
