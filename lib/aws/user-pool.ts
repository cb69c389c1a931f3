import { buffer } from 'node:stream/consumers';
import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod';
import type { DeletedCounts, Identity } from '../accounts/delete-account.ts';
import { readEnvironment, readPoolEndpoint } from '../env.ts';
import { regionOf } from './s3-requests.ts';
import type { Table } from './table.ts';

const poolUsers = z.object({ Users: z.array(z.object({ Username: z.string() })) });

/** The id of a user pool in the URL of its issuer. */
const poolOf = (issuer: string): string | undefined =>
  /^https:\/\/cognito-idp\.[\w-]{1,50}\.amazonaws\.com(?:\.cn)?\/(\w{1,60}_\w{1,60})$/.exec(issuer)?.[1];

/**
 * Opens the user pool of the deployment, with the table's region and credentials. Call it once per container.
 *
 * Two operations do not need the 400 KB of the SDK's client, so they are signed and sent here.
 */
export const openUserPool = ({ client: { config } }: Table) => {
  const issuer = readEnvironment('oidcIssuer');
  const given = readPoolEndpoint();
  const send = async (operation: string, body: object): Promise<unknown> => {
    const region = await regionOf(config);
    const url = new URL(given ?? `https://${new URL(issuer).host}`);
    const { credentials, sha256, requestHandler } = config;
    const signer = new SignatureV4({ credentials, region, sha256, service: 'cognito-idp' });
    const signed = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      path: '/',
      query: {},
      headers: {
        host: url.host,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    });
    const { response } = await requestHandler.handle(signed, { requestTimeout: 10_000 });
    const text = (await buffer(response.body)).toString();
    if (response.statusCode >= 300)
      throw new Error(`Cognito refused ${operation}: ${response.statusCode} ${text.slice(0, 300)}`);
    return text === '' ? {} : JSON.parse(text);
  };
  return {
    /** Deletes a user of the pool. Returns undefined if the user belongs to another provider, and no count if it is gone. */
    removeUser: async (identity: Identity): Promise<DeletedCounts | undefined> => {
      // The local stack's pool, which its functions have permissions for.
      const UserPoolId = given === undefined ? poolOf(issuer) : `${await regionOf(config)}_local`;
      if (UserPoolId === undefined || identity.issuer !== issuer) return undefined;
      // The name of a user who signed in with Google, for example, is not the subject.
      const Filter = `sub = ${JSON.stringify(identity.subject)}`;
      const { Users } = poolUsers.parse(await send('ListUsers', { UserPoolId, Filter }));
      for (const { Username } of Users) await send('AdminDeleteUser', { UserPoolId, Username });
      return Users.length === 0 ? {} : { users: Users.length };
    },
  };
};
