import type { ApiKey } from '../../accounts/account.ts';
import { apiKeyPrefix } from '../../ids.ts';
import { time, timeOrNull } from './time.ts';

/** An API key in the body of `GET /account/keys`. */
export const keyView = (key: ApiKey) => ({
  key_id: key.keyId,
  name: key.name,
  prefix: apiKeyPrefix,
  last_four: key.lastFour,
  created_at: time(key.createdAt),
  last_used_at: timeOrNull(key.lastUsedAt),
});
