import { AccountRootPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { permissions } from './permissions.ts';

/**
 * A role with the permissions of the function of `GET /formats`, which may do the least of those that write. Only Lambda may
 * assume a function's own role; this one is for operators, so that `npm run admin -- check` can try on AWS what a function
 * may not do.
 */
export const createCheckRole = (
  scope: Construct,
  resources: Parameters<(typeof permissions)['getFormats'][number]>[0],
): Role => {
  const role = new Role(scope, 'CheckRole', {
    assumedBy: new AccountRootPrincipal(),
    description: 'What one function of DocForge may do, for npm run admin -- check',
  });
  for (const permission of permissions.getFormats) role.addToPolicy(permission(resources));
  return role;
};
