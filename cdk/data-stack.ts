import { Aws, Stack, type StackProps } from 'aws-cdk-lib';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { IssuingPool } from './identity.ts';
import { type Settings, settingsOf } from './settings.ts';
import { createBucket, createTable } from './storage.ts';
import { createUserPool } from './user-pool.ts';

/** The resources that cannot be created again. */
export type Data = {
  readonly table: ITable;
  readonly bucket: IBucket;
  /** Undefined with another issuer. */
  readonly userPool: IssuingPool | undefined;
};

/** Returns which of the resources the settings leave to the data stack. */
const ownData = ({ adopt, oidc }: Settings) => ({
  table: adopt.tableStream === undefined,
  bucket: adopt.bucket === undefined,
  userPool: adopt.userPool === undefined && oidc === undefined,
});

/** Returns true if there is anything for a data stack to contain: CloudFormation refuses an empty one. */
export const needsDataStack = (settings: Settings): boolean =>
  Object.values(ownData(settings)).includes(true);

/**
 * Everything that cannot be created again: the table, the bucket and the user pool. The service is a stack of its own, so that its
 * first deployment can fail, and it can be deleted, without them. The setting `adopt` replaces each by an existing one.
 */
export class DataStack extends Stack {
  readonly data: Partial<Data>;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const own = ownData(settingsOf(this));
    const storage = new Construct(this, 'Storage');
    const bucket = own.bucket ? createBucket(storage) : undefined;
    const pool = own.userPool ? createUserPool(new Construct(this, 'Identity')) : undefined;
    const table = own.table ? createTable(storage) : undefined;
    // A protected table cannot be rolled back, so nothing that may fail comes after it.
    for (const first of [bucket, pool]) if (first !== undefined) table?.node.addDependency(first);
    this.data = {
      ...(table && { table: table as ITable }),
      ...(bucket && { bucket: bucket as IBucket }),
      ...(pool && { userPool: { pool, issuer: pool.userPoolProviderUrl } }),
    };
  }
}

const adoptTable = (scope: Construct, tableStreamArn: string): ITable => {
  const [tableArn = ''] = tableStreamArn.split('/stream/');
  return Table.fromTableAttributes(scope, 'AdoptedTable', { tableArn, tableStreamArn });
};

const adoptUserPool = (scope: Construct, userPoolId: string): IssuingPool => ({
  pool: UserPool.fromUserPoolId(scope, 'AdoptedUserPool', userPoolId),
  issuer: `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}/${userPoolId}`,
});

/**
 * Returns the data of the service: adopted resources, and those of the data stack.
 *
 * @param scope the service's stack
 */
export const dataOf = (scope: Construct, stack: DataStack | undefined): Data => {
  const { adopt } = settingsOf(scope);
  const table = adopt.tableStream === undefined ? stack?.data.table : adoptTable(scope, adopt.tableStream);
  const bucket =
    adopt.bucket === undefined
      ? stack?.data.bucket
      : Bucket.fromBucketName(scope, 'AdoptedBucket', adopt.bucket);
  const userPool = adopt.userPool === undefined ? stack?.data.userPool : adoptUserPool(scope, adopt.userPool);
  if (table === undefined || bucket === undefined)
    throw new Error('The data stack has no table or no bucket');
  return { table, bucket, userPool };
};

/**
 * Returns an ARN as cdk-nag's findings in the service's stack contain it.
 *
 * @param stack the stack of the resource; undefined if it was adopted
 */
export const foundAs = (scope: Construct, arn: string, stack: Stack | undefined): string => {
  // Another stack imports the value by the name of its export.
  if (stack !== undefined) return stack.resolve(stack.exportValue(arn))['Fn::ImportValue'];
  const resolved = Stack.of(scope).resolve(arn);
  const parts: readonly (string | { readonly Ref: string })[] =
    typeof resolved === 'string' ? [resolved] : resolved['Fn::Join'][1];
  return parts.map((part) => (typeof part === 'string' ? part : `<${part.Ref}>`)).join('');
};
