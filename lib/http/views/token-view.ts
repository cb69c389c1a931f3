import type * as z from 'zod';
import type { accessToken } from '../../api/access-schemas.ts';
import { tokenSeconds } from '../../api/limits.ts';

/** A new bearer token as `POST /authorize` and `POST /account/session` return it. */
export const tokenView = (token: string): z.output<typeof accessToken> => ({
  access_token: token,
  token_type: 'bearer',
  expires_in: tokenSeconds,
});
