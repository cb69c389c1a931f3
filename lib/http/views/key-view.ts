import type { ApiKey } from '../../accounts/account.ts';
import { apiKeyPrefix } from '../../ids.ts';

/** An API key in the body of `GET /account/keys`. */
export const keyView = (key: ApiKey) => ({
  key_id: key.keyId,
  name: key.name,
  prefix: apiKeyPrefix,
  last_four: key.lastFour,
  created_at: new Date(key.createdAt).toISOString(),
  last_used_at: key.lastUsedAt === undefined ? null : new Date(key.lastUsedAt).toISOString(),
});
