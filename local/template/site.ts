import { basename, extname } from 'node:path';
import type { Assets } from './assets.ts';
import { type Json, type JsonRecord, listOf, recordOf, TemplateError, textOf } from './json.ts';
import { type Resource, resourcesOfType, type Template } from './load.ts';
import type { LocalScope } from './local-values.ts';

/** Files that a deployment uploads to a bucket. Patterns are those of `aws s3 sync`. */
export type Deployment = {
  /** The absolute path of the files. */
  readonly directory: string;
  readonly keyPrefix: string;
  readonly exclude: readonly string[];
  readonly include: readonly string[];
  readonly cacheControl: string | undefined;
};

/** A cache behaviour of a CloudFront distribution that serves the files of a bucket. */
export type Site = {
  /** A pattern of CloudFront, with `*` and `?`. */
  readonly pathPattern: string;
  /** The code of the CloudFront function for viewer requests. */
  readonly viewerRequestCode: string | undefined;
  /** The headers of the response headers policy, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly deployments: readonly Deployment[];
};

/**
 * Reads the sites of the template's distributions. Behaviours without a bucket belong to the API.
 *
 * @throws {TemplateError} if the default behaviour has a bucket, or the files of a deployment are not in the assembly
 */
export function readSites(template: Template, scope: LocalScope, assets: Assets): readonly Site[] {
  return resourcesOfType(template, 'AWS::CloudFront::Distribution').flatMap((distribution) => {
    const config = recordOf(scope.property(distribution, 'DistributionConfig'));
    const bucketOf = (behaviour: JsonRecord): Resource | undefined => {
      const origin = listOf(config.Origins)
        .map(recordOf)
        .find(({ Id }) => Id === behaviour.TargetOriginId);
      return resourcesOfType(template, 'AWS::S3::Bucket').find(
        (bucket) => scope.valueOf(bucket)?.attributes.RegionalDomainName === origin?.DomainName,
      );
    };
    if (bucketOf(recordOf(config.DefaultCacheBehavior)) !== undefined) {
      throw new TemplateError(
        `${distribution.logicalId}: a bucket as the default origin is not supported locally`,
      );
    }
    return listOf(config.CacheBehaviors).flatMap((value) => {
      const behaviour = recordOf(value);
      const bucket = bucketOf(behaviour);
      if (bucket === undefined) return [];
      return {
        pathPattern: textOf(behaviour.PathPattern) ?? '',
        viewerRequestCode: readViewerRequest(template, scope, behaviour),
        headers: readHeaders(template, scope, behaviour.ResponseHeadersPolicyId),
        deployments: readDeployments(template, scope, assets, bucket),
      };
    });
  });
}

function readViewerRequest(template: Template, scope: LocalScope, behaviour: JsonRecord): string | undefined {
  const association = listOf(behaviour.FunctionAssociations)
    .map(recordOf)
    .find(({ EventType }) => EventType === 'viewer-request');
  const edgeFunction = resourcesOfType(template, 'AWS::CloudFront::Function').find(
    (resource) => scope.valueOf(resource)?.attributes.FunctionARN === association?.FunctionARN,
  );
  return edgeFunction && textOf(scope.property(edgeFunction, 'FunctionCode'));
}

function readHeaders(
  template: Template,
  scope: LocalScope,
  policyId: Json | undefined,
): Readonly<Record<string, string>> {
  const policy = resourcesOfType(template, 'AWS::CloudFront::ResponseHeadersPolicy').find(
    (resource) => scope.valueOf(resource)?.ref === policyId,
  );
  if (policy === undefined) return {};
  const config = recordOf(scope.property(policy, 'ResponseHeadersPolicyConfig'));
  const security = recordOf(config.SecurityHeadersConfig);
  const member = (name: string): JsonRecord => recordOf(security[name]);
  const transport = member('StrictTransportSecurity');
  const headers: Readonly<Record<string, string | undefined>> = {
    'content-security-policy': textOf(member('ContentSecurityPolicy').ContentSecurityPolicy),
    'x-content-type-options': security.ContentTypeOptions === undefined ? undefined : 'nosniff',
    'x-frame-options': textOf(member('FrameOptions').FrameOption),
    'referrer-policy': textOf(member('ReferrerPolicy').ReferrerPolicy),
    'strict-transport-security':
      transport.AccessControlMaxAgeSec === undefined
        ? undefined
        : [
            `max-age=${textOf(transport.AccessControlMaxAgeSec)}`,
            ...(transport.IncludeSubdomains === true ? ['includeSubDomains'] : []),
          ].join('; '),
  };
  const custom = listOf(recordOf(config.CustomHeadersConfig).Items).map((item) => {
    const { Header, Value } = recordOf(item);
    return [(textOf(Header) ?? '').toLowerCase(), textOf(Value)];
  });
  return Object.fromEntries(
    [...Object.entries(headers), ...custom].filter(([, value]) => value !== undefined),
  );
}

function readDeployments(
  template: Template,
  scope: LocalScope,
  assets: Assets,
  bucket: Resource,
): readonly Deployment[] {
  const bucketName = scope.valueOf(bucket)?.ref;
  return resourcesOfType(template, 'Custom::CDKBucketDeployment').flatMap((deployment) => {
    if (scope.property(deployment, 'DestinationBucketName') !== bucketName) return [];
    const texts = (name: string): string[] =>
      listOf(scope.property(deployment, name)).flatMap((item) => textOf(item) ?? []);
    return texts('SourceObjectKeys').map((key) => {
      const directory = assets.get(basename(key, extname(key)));
      if (directory === undefined) {
        throw new TemplateError(`${deployment.logicalId}: its files, ${key}, are not in the assembly`);
      }
      return {
        directory,
        keyPrefix: textOf(scope.property(deployment, 'DestinationBucketKeyPrefix')) ?? '',
        exclude: texts('Exclude'),
        include: texts('Include'),
        cacheControl: textOf(recordOf(scope.property(deployment, 'SystemMetadata'))['cache-control']),
      };
    });
  });
}
