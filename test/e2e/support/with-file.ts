import { sharedTenant } from './shared-tenant.ts';
import type { Tenant } from './tenant.ts';

/** A new token of the account, so that tests do not use up each other's rate limit, and an uploaded file. */
export const withFile = async (
  content: string | Uint8Array,
  filename = 'document.pdf',
  account: Promise<Tenant> = sharedTenant(),
) => {
  const tenant = await account;
  const token = await tenant.authorize();
  return { tenant, token, fileId: await tenant.upload(token, content, filename) };
};
