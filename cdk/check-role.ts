import { AccountRootPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { endpointFunctions } from '../lib/functions/endpoint-functions.ts';
import { type GrantResources, grantStatements } from './grant-statement.ts';

/**
 * A role with the permissions of the function of `GET /formats`, the smallest set of those that write. Only Lambda may
 * assume a function's own role. Operators assume this one, so that `npm run admin -- check` can test on AWS what a
 * function may not do.
 */
export const createCheckRole = (scope: Construct, resources: GrantResources): Role => {
  const role = new Role(scope, 'CheckRole', {
    assumedBy: new AccountRootPrincipal(),
    description: 'Permissions of one DocForge function, for npm run admin -- check',
  });
  for (const statement of grantStatements(endpointFunctions.getFormats.grants, resources))
    role.addToPolicy(statement);
  return role;
};
