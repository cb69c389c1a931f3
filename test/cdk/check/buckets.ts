import { listOf, type Rule, resourcesOf, type Template, targetOf } from './template.ts';

/** With the second, only the rollback of a first deployment deletes the bucket, before a function could have filled it. */
const retaining = ['Retain', 'RetainExceptOnCreate'];

const emptier = 'Custom::S3AutoDeleteObjects';

/** Whether a resource is created after another one, and so deleted before it. */
const dependsOn = ({ Resources }: Template, id: string, other: string, seen = new Set<string>()): boolean => {
  if (id === other) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return listOf(Resources[id]?.DependsOn).some((next) => dependsOn({ Resources }, next, other, seen));
};

/**
 * A bucket that is deleted with the stack must be emptied first, or the deletion fails. The resource that fills it
 * depends on the one that empties it, so a rollback between the two finds an empty bucket.
 */
export const bucketsEmptyThemselves: Rule = (template) =>
  Object.entries(template.Resources).flatMap(([id, { Type, DeletionPolicy = 'Delete' }]) => {
    if (Type !== 'AWS::S3::Bucket' || retaining.includes(DeletionPolicy)) return [];
    const [emptying] = resourcesOf(template, emptier).filter(
      ([, { BucketName }]) => targetOf(BucketName) === id,
    );
    if (emptying === undefined) return [`${id} is deleted with the stack and not emptied before`];
    return resourcesOf(template, 'Custom::CDKBucketDeployment')
      .filter(([, { DestinationBucketName }]) => targetOf(DestinationBucketName) === id)
      .filter(([deployment]) => !dependsOn(template, deployment, emptying[0]))
      .map(([deployment]) => `${deployment} fills ${id} before ${emptying[0]} can empty it`);
  });
