import { type Json, listOf, TemplateError, textOf } from '../template/json.ts';
import { type Resource, resourcesOfType, type Template } from '../template/load.ts';
import type { LocalScope } from '../template/local-values.ts';
import type { LoadedPolicies, Role } from './access.ts';
import { compilePolicy, type Statement } from './policy.ts';

/** AWS managed policies without grants for DynamoDB, S3 or SQS. */
const irrelevantManagedPolicies = new Set([
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
  'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess',
]);

/** A function or container whose calls the policies of its role authorize. */
type PolicyHolder = { readonly logicalId: string; readonly name: string; readonly roleArn: string };

/**
 * Reads the roles of functions and containers, and the policies of buckets and queues.
 *
 * @throws {TemplateError} if a policy cannot be evaluated as AWS would; the message contains the statement's position
 */
export function readPolicies(
  template: Template,
  scope: LocalScope,
  callers: readonly PolicyHolder[],
  accountId: string,
): LoadedPolicies {
  const roles = new Map(
    resourcesOfType(template, 'AWS::IAM::Role').map((role) => [arnOf(scope, role), role]),
  );
  return {
    roles: new Map(
      callers.map((definition) => {
        const resource = roles.get(definition.roleArn);
        if (resource === undefined) {
          throw new TemplateError(
            `${definition.logicalId}: its role ${definition.roleArn} is not in the template`,
          );
        }
        const session = `assumed-role/${scope.nameOf(resource)}/${definition.name}`;
        const role: Role = {
          name: definition.logicalId,
          caller: { arn: `arn:aws:sts::${accountId}:${session}`, roleArn: definition.roleArn, accountId },
          statements: statementsOf(template, scope, resource),
        };
        return [definition.name, role];
      }),
    ),
    resourceStatements: resourcesOfType(template, 'AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy').flatMap(
      (policy) => compile(scope.property(policy, 'PolicyDocument'), policy.logicalId, 'resource'),
    ),
  };
}

function statementsOf(template: Template, scope: LocalScope, role: Resource): Statement[] {
  for (const managed of listOf(scope.property(role, 'ManagedPolicyArns'))) {
    if (irrelevantManagedPolicies.has(textOf(managed) ?? '')) continue;
    throw new TemplateError(`${role.logicalId}: the managed policy ${managed} is not supported locally`);
  }
  if (scope.property(role, 'PermissionsBoundary') !== undefined) {
    throw new TemplateError(`${role.logicalId}: a permissions boundary is not supported locally`);
  }
  const inline = listOf(scope.property(role, 'Policies')).flatMap((policy, index) =>
    compile(memberOf(policy, 'PolicyDocument'), `${role.logicalId}.Policies${index}`, 'identity'),
  );
  const attached = resourcesOfType(template, 'AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy').filter((policy) =>
    listOf(scope.property(policy, 'Roles')).includes(scope.nameOf(role)),
  );
  return [
    ...inline,
    ...attached.flatMap((policy) =>
      compile(scope.property(policy, 'PolicyDocument'), policy.logicalId, 'identity'),
    ),
  ];
}

function compile(document: Json | undefined, id: string, kind: 'identity' | 'resource'): Statement[] {
  try {
    return compilePolicy(document, id, kind);
  } catch (cause) {
    throw new TemplateError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const memberOf = (value: Json, name: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Reflect.get(value, name) : undefined;

const arnOf = (scope: LocalScope, role: Resource): string => scope.valueOf(role)?.attributes.Arn ?? '';
