import { type JsonRecord, textOf } from '../template/json.ts';
import type { AccessRequest } from './policy.ts';

/**
 * Returns the access request of a call to a Cognito user pool.
 *
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncognitouserpools.html
 */
export const userPoolRequests = (
  operation: string,
  body: JsonRecord,
  { accountId, region }: { readonly region: string; readonly accountId: string },
): AccessRequest[] => [
  {
    action: `cognito-idp:${operation}`,
    resource: `arn:aws:cognito-idp:${region}:${accountId}:userpool/${textOf(body.UserPoolId) ?? '*'}`,
  },
];
