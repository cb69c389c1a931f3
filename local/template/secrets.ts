import { createHmac } from 'node:crypto';
import type { Credentials } from '../function-host/environment.ts';
import { resourcesOfType, type Template } from './load.ts';
import type { LocalScope } from './local-values.ts';

/**
 * Creates a function that resolves the dynamic references of a text to secrets that the template generates. The values are
 * derived from the administrator's key, so that they stay the same. References to other secrets stay in the text.
 *
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
export function createResolveSecrets(
  template: Template,
  scope: LocalScope,
  { secretAccessKey }: Credentials,
): (text: string) => string {
  const arns = new Set(
    resourcesOfType(template, 'AWS::SecretsManager::Secret').map((secret) => scope.valueOf(secret)?.ref),
  );
  return (text) =>
    text.replace(
      /\{\{resolve:secretsmanager:(arn:[^:]*:[^:]*:[^:]*:[^:]*:[^:]*:[^:]*):SecretString:[^}]*\}\}/g,
      (reference, arn: string) =>
        arns.has(arn)
          ? createHmac('sha256', secretAccessKey).update(`secret ${arn}`).digest('hex')
          : reference,
    );
}
