import { Aws, Fn } from 'aws-cdk-lib';

/**
 * Eight hexadecimal digits of this stack's id; a reference in the template. Makes names unique that
 * are shared by all regions of an account, or by all accounts.
 */
export const deploymentId = (): string => {
  // arn:aws:cloudformation:REGION:ACCOUNT:stack/NAME/UUID
  const uuid = Fn.select(2, Fn.split('/', Aws.STACK_ID));
  return Fn.select(0, Fn.split('-', uuid));
};
