import type * as z from 'zod';
import { tokenSeconds } from '../../api/limits.ts';
import type { accessToken } from '../../api/schemas.ts';

/** A new bearer token as `POST /authorize` and `POST /account/session` return it. */
export const tokenView = (token: string): z.output<typeof accessToken> => ({
  access_token: token,
  token_type: 'bearer',
  expires_in: tokenSeconds,
});
