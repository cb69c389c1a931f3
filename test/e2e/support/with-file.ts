import { inject } from 'vitest';
import { createTenant } from './tenant.ts';

const stack = inject('stack');

/** A tenant for each test, so that tests do not use up each other's rate limit. */
export const withFile = async (content: string | Uint8Array, filename = 'document.pdf') => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  return { tenant, token, fileId: await tenant.upload(token, content, filename) };
};
