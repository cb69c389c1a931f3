import { evaluate } from '../../../local/access/evaluate.ts';
import { type AccessRequest, type Caller, compilePolicy } from '../../../local/access/policy.ts';
import type { JsonRecord } from '../../../local/template/json.ts';

export const accountId = '000000000000';

export const caller: Caller = {
  arn: `arn:aws:sts::${accountId}:assumed-role/Role/Fn`,
  roleArn: `arn:aws:iam::${accountId}:role/Role`,
  accountId,
};

export const table = `arn:aws:dynamodb:us-east-1:${accountId}:table/T`;

export const decide = (identity: JsonRecord[], request: AccessRequest, resource: JsonRecord[] = []) =>
  evaluate(
    {
      identity: compilePolicy({ Statement: identity }, 'P', 'identity'),
      resource: compilePolicy({ Statement: resource }, 'R', 'resource'),
    },
    caller,
    request,
  );
