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

/** What answers a request: files, the REST API below a path, or the container behind a load balancer. */
type Origin =
  | { readonly kind: 'site'; readonly deployments: readonly Deployment[] }
  | { readonly kind: 'api'; readonly path: string }
  | { readonly kind: 'container'; readonly loadBalancer: string };

/** A cache behaviour of a CloudFront distribution. */
export type Behaviour = {
  /** A pattern of CloudFront, with `*` and `?`. */
  readonly pathPattern: string;
  /** The code of the CloudFront function for viewer requests. */
  readonly viewerRequestCode: string | undefined;
  /** The headers that CloudFront adds to requests to the origin. */
  readonly originHeaders: Readonly<Record<string, string>>;
  /** The headers of the response headers policy, by lower-case name. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly origin: Origin;
};

/** The behaviour of a template without a distribution. */
const onlyApi: Behaviour = {
  pathPattern: '*',
  viewerRequestCode: undefined,
  originHeaders: {},
  responseHeaders: {},
  origin: { kind: 'api', path: '' },
};

/**
 * Reads the behaviours of the template's distribution in the order in which CloudFront matches them; the default one is last.
 *
 * @throws {TemplateError} if there are several distributions, the default behaviour has a bucket, or the files of a
 *   deployment are not in the assembly
 */
export function readFront(template: Template, scope: LocalScope, assets: Assets): readonly Behaviour[] {
  const [distribution, another] = resourcesOfType(template, 'AWS::CloudFront::Distribution');
  if (distribution === undefined) return [onlyApi];
  if (another !== undefined) {
    throw new TemplateError(
      `${distribution.logicalId} and ${another.logicalId}: one distribution at a time runs locally`,
    );
  }
  const config = recordOf(scope.property(distribution, 'DistributionConfig'));
  const origins = new Map(
    listOf(config.Origins)
      .map(recordOf)
      .map((origin) => [origin.Id, origin]),
  );
  const read = (behaviour: JsonRecord): Behaviour => {
    const origin = origins.get(behaviour.TargetOriginId ?? null) ?? {};
    return {
      pathPattern: textOf(behaviour.PathPattern) ?? '*',
      viewerRequestCode: readViewerRequest(template, scope, behaviour),
      originHeaders: Object.fromEntries(
        listOf(origin.OriginCustomHeaders).map((item) => {
          const { HeaderName, HeaderValue } = recordOf(item);
          return [textOf(HeaderName) ?? '', textOf(HeaderValue) ?? ''];
        }),
      ),
      responseHeaders: readHeaders(template, scope, behaviour.ResponseHeadersPolicyId),
      origin: readOrigin(template, scope, assets, origin),
    };
  };
  const last = read(recordOf(config.DefaultCacheBehavior));
  if (last.origin.kind === 'site') {
    throw new TemplateError(
      `${distribution.logicalId}: a bucket as the default origin is not supported locally`,
    );
  }
  return [...listOf(config.CacheBehaviors).map((behaviour) => read(recordOf(behaviour))), last];
}

function readOrigin(template: Template, scope: LocalScope, assets: Assets, origin: JsonRecord): Origin {
  const bucket = resourcesOfType(template, 'AWS::S3::Bucket').find(
    (each) => scope.valueOf(each)?.attributes.RegionalDomainName === origin.DomainName,
  );
  if (bucket !== undefined) {
    return { kind: 'site', deployments: readDeployments(template, scope, assets, bucket) };
  }
  if (origin.VpcOriginConfig !== undefined) {
    return { kind: 'container', loadBalancer: textOf(origin.DomainName) ?? '' };
  }
  return { kind: 'api', path: textOf(origin.OriginPath) ?? '' };
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
