import * as z from 'zod';
import { tokenSeconds } from './limits.ts';

/** Body of `POST /authorize` in JSON. */
export const authorizeBody = z
  .strictObject({ api_key: z.string().describe('The API key: df_live_ followed by 32 characters') })
  .meta({ id: 'AuthorizeRequest' });

/** Body of `POST /authorize` as an OAuth 2 client sends it (RFC 6749, 4.4.2). Further parameters are ignored. */
export const authorizeForm = z
  .object({
    grant_type: z.string().describe('Must be client_credentials'),
    client_secret: z.string().describe('The API key'),
  })
  .meta({ id: 'AuthorizeForm' });

/** Response of `POST /authorize`. */
export const accessToken = z
  .object({
    access_token: z.string().describe('Opaque bearer token'),
    token_type: z.literal('bearer'),
    expires_in: z.literal(tokenSeconds).describe('Lifetime of the token in seconds'),
  })
  .meta({ id: 'AccessToken' });
