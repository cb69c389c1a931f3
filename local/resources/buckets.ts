import {
  type CORSRule,
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type Json, listOf, recordOf, textOf } from '../template/json.ts';
import type { Resource } from '../template/load.ts';
import type { LocalScope } from '../template/local-values.ts';

/**
 * Creates a bucket if it does not exist and sets the template's CORS rules.
 *
 * Ignores lifecycle and encryption, which have no effect locally, and an S3 that does not support CORS.
 */
export async function ensureBucket(client: S3Client, scope: LocalScope, resource: Resource): Promise<void> {
  const Bucket = scope.nameOf(resource);
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket }));
  }
  const rules = listOf(recordOf(scope.property(resource, 'CorsConfiguration')).CorsRules);
  if (rules.length === 0) return;
  const CORSConfiguration = { CORSRules: rules.map(readRule) };
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration })).catch((error: unknown) => {
    if (statusOf(error) !== 501) throw error;
  });
}

function readRule(value: Json): CORSRule {
  const rule = recordOf(value);
  const texts = (name: string): string[] => listOf(rule[name]).flatMap((item) => textOf(item) ?? []);
  return {
    AllowedHeaders: texts('AllowedHeaders'),
    AllowedMethods: texts('AllowedMethods'),
    AllowedOrigins: texts('AllowedOrigins'),
    ExposeHeaders: texts('ExposedHeaders'),
  };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
