import { Aws, type CfnResource, Duration, RemovalPolicy, Stack, Token, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  type ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin, VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { ApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { routes } from '../lib/api/routes.ts';
import { dashboardSource } from './dashboard-source.ts';
import { deploymentId } from './deployment-id.ts';
import { expiringLog } from './expiring-log.ts';
import type { OriginSecret } from './origin-secret.ts';
import { apiHeaders, type BrowserSources, dashboardHeaders, siteHeaders } from './response-headers.ts';
import { settingsOf } from './settings.ts';
import { type SiteFiles, siteFiles } from './site-files.ts';
import { siteRewriteCode } from './site-rewrite.ts';
import { loadBalancerPort } from './upload-network.ts';

/** The API behind the dashboard, and the origins that its pages may contact. */
type DashboardSiteProps = BrowserSources & {
  /** Id of the REST API. Not the API itself, because the environment of its functions contains the dashboard's URL. */
  readonly restApiId: string;
  /** The API's stage, as text. */
  readonly stageName: string;
  readonly originSecret: OriginSecret;
  /** The load balancer of the service that receives large uploads, if it is deployed. */
  readonly uploads: ApplicationLoadBalancer | undefined;
  /** The largest file that `POST /upload` accepts. */
  readonly uploadLimitBytes: number;
};

/** The dashboard's folder, in its URL and in the bucket. */
const folder = 'dashboard';

const assetLifetime = Duration.days(365);

/** How long browsers and CloudFront cache a page of the site. */
const pageLifetime = Duration.minutes(5);

/** The paths of the site: the first page, the documentation, and files for both and for robots. */
const sitePaths = ['/', '/docs*', '/site/*', '/favicon.ico', '/llms*.txt', '/robots.txt', '/sitemap.xml'];

/** How long browsers and CloudFront cache the configuration. */
const configLifetime = Duration.minutes(1);

/**
 * `/dashboard` redirects to the folder, and a path without a file extension returns the page, which reads the
 * path. Runs in CloudFront; the local stack runs it from the template.
 */
const rewriteCode = `function handler(event) {
  var request = event.request;
  if (request.uri === '/${folder}') {
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/${folder}/' } } };
  }
  if (request.uri.startsWith('/${folder}/') && !request.uri.split('/').pop().includes('.')) {
    request.uri = '/${folder}/index.html';
  }
  return request;
}`;

/**
 * The files of the dashboard and the site in a private bucket behind CloudFront, and the API behind the same origin, so that the browser
 * needs no CORS.
 *
 * Setting: `dashboard`, its domain and the ARN of a certificate in us-east-1.
 */
export class DashboardSite extends Construct {
  /** Scheme and host, without a slash at the end. */
  readonly origin: string;
  /** The address of the dashboard, with a slash at the end. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: DashboardSiteProps) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      // CloudFormation cannot delete a bucket that has objects: not with the stack, nor in the rollback of a first deployment.
      autoDeleteObjects: true,
    });
    const custom = this.customDomain();
    const site = siteFiles(this, {
      origin: custom && `https://${custom.domain}`,
      uploadLimitBytes: props.uploadLimitBytes,
    });
    const distribution = this.createDistribution(bucket, site, props);
    this.origin = `https://${custom?.domain ?? distribution.distributionDomainName}`;
    this.url = `${this.origin}/${folder}/`;
    this.deployFiles(bucket, site);
    this.acknowledgeFindings(bucket, distribution);
  }

  private edgeFunction(id: string, code: string): EdgeFunction {
    return new EdgeFunction(this, id, {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(code),
    });
  }

  private customDomain() {
    return settingsOf(this).dashboard;
  }

  private createDistribution(bucket: Bucket, site: SiteFiles, props: DashboardSiteProps): Distribution {
    const { originSecret, uploads } = props;
    const custom = this.customDomain();
    const apiDomain = `${props.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    const apiOrigin = (originPath?: string) =>
      new HttpOrigin(apiDomain, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        // The API itself ends a request after 29 seconds.
        readTimeout: Duration.seconds(30),
        customHeaders: { ...originSecret.headers },
        ...(originPath === undefined ? {} : { originPath }),
      });
    const responseHeadersPolicy = apiHeaders(this);
    const pass = (origin: IOrigin): BehaviorOptions => ({
      origin,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [originSecret.identifyViewer],
      responseHeadersPolicy,
      compress: false,
    });
    const api = (originPath?: string): BehaviorOptions => pass(apiOrigin(originPath));
    // LIST, or S3 returns 403 for a missing file.
    const bucketOrigin = S3BucketOrigin.withOriginAccessControl(bucket as IBucket, {
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      // CDK's own name is the same in every region.
      originAccessControl: new S3OriginAccessControl(this, 'AccessControl', {
        originAccessControlName: `docforge-${deploymentId()}`,
      }),
    });
    const files = (headers: ResponseHeadersPolicy, rewrite: EdgeFunction): BehaviorOptions => ({
      origin: bucketOrigin,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers,
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: rewrite }],
    });
    const siteBehavior = files(siteHeaders(this), this.edgeFunction('SiteRewrite', siteRewriteCode(site)));
    return new Distribution(this, 'Distribution', {
      comment: 'DocForge: site, dashboard and API',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      ...(custom === undefined
        ? {}
        : {
            domainNames: [custom.domain],
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
            certificate: Certificate.fromCertificateArn(this, 'Certificate', custom.certificate),
          }),
      defaultBehavior: api(`/${props.stageName}`),
      additionalBehaviors: {
        [`/${folder}*`]: files(dashboardHeaders(this, props), this.edgeFunction('Rewrite', rewriteCode)),
        ...Object.fromEntries(sitePaths.map((path) => [path, siteBehavior])),
        // The same for every user, requested before sign-in, and therefore not counted.
        [routes.getDashboardConfig.path]: {
          origin: apiOrigin(`/${props.stageName}`),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: new CachePolicy(this, 'ConfigCache', {
            comment: 'Paths of the API that the dashboard calls before sign-in',
            minTtl: configLifetime,
            defaultTtl: configLifetime,
            maxTtl: configLifetime,
          }),
        },
        ...(uploads === undefined ? {} : uploadBehaviors(props, pass(uploadOrigin(uploads, originSecret)))),
        // Paths in responses, such as Location, start with the stage.
        [`/${props.stageName}/*`]: api(),
      },
    });
  }

  /** First the files with a hash in their name, then the pages that link them, so that an open page keeps its files. */
  private deployFiles(bucket: Bucket, site: SiteFiles): void {
    const common = {
      destinationBucket: bucket as IBucket,
      prune: false,
      memoryLimit: 256,
      logGroup: expiringLog(this, 'DeploymentLog'),
    };
    const dashboard = { ...common, sources: [dashboardSource()], destinationKeyPrefix: folder };
    const ofSite = { ...common, sources: [Source.asset(site.folder)] };
    const immutable = [
      CacheControl.setPublic(),
      CacheControl.maxAge(assetLifetime),
      CacheControl.immutable(),
    ];
    const files = new BucketDeployment(this, 'Files', {
      ...dashboard,
      exclude: ['index.html'],
      cacheControl: immutable,
    });
    const page = new BucketDeployment(this, 'Page', {
      ...dashboard,
      exclude: ['*'],
      include: ['index.html'],
      cacheControl: [CacheControl.noStore()],
    });
    page.node.addDependency(files);
    const siteFiles = new BucketDeployment(this, 'SiteFiles', {
      ...ofSite,
      exclude: ['*'],
      include: ['site/*'],
      cacheControl: immutable,
    });
    const sitePages = new BucketDeployment(this, 'SitePages', {
      ...ofSite,
      exclude: ['site/*'],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(pageLifetime)],
    });
    sitePages.node.addDependency(siteFiles);
    // They share the function of the first one, and its layer.
    for (const deployment of [page, siteFiles, sitePages]) deployment.node.tryRemoveChild('AwsCliLayer');
    // Created after the resource that empties the bucket, so that they are deleted first.
    for (const deployment of [files, siteFiles]) deployment.node.addDependency(bucket);
    this.endLogOfEmptier();
    acknowledgeDeployment(files, bucket);
  }

  /** Adds a log group that expires to CDK's function that empties the bucket; Lambda's default never expires. */
  private endLogOfEmptier(): void {
    const logGroup = expiringLog(this, 'EmptyingLog');
    const provider = Stack.of(this).node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
    const handler = provider.node.findChild('Handler') as CfnResource;
    handler.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName });
  }

  private acknowledgeFindings(bucket: Bucket, distribution: Distribution): void {
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It contains the published files of the site and the dashboard and no user data',
    });
    Validations.of(distribution).acknowledge(
      {
        id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
        reason: 'Only paths of files reach the bucket, without their query, so listings are impossible',
      },
      { id: 'AwsSolutions-CFR1', reason: 'Geographic restrictions are for the operator to decide' },
      {
        id: 'AwsSolutions-CFR2',
        reason:
          'The web ACL of the setting rateLimitPerAddress is regional and counts the addresses that CloudFront states',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason: 'The gateway logs each call of the API; the rest are public files',
      },
      {
        id: 'AwsSolutions-CFR4',
        reason:
          'With a domain of its own TLS 1.2 is required; the certificate of cloudfront.net leaves the choice to CloudFront',
      },
    );
  }
}

/** The path of uploads, with and without the stage. */
const uploadBehaviors = (
  { stageName }: DashboardSiteProps,
  behavior: BehaviorOptions,
): Readonly<Record<string, BehaviorOptions>> => ({
  [routes.upload.path]: behavior,
  [`/${stageName}${routes.upload.path}`]: behavior,
});

/** The load balancer of uploads, which only CloudFront reaches. It ends an idle connection after 60 seconds, as CloudFront does. */
const uploadOrigin = (loadBalancer: ApplicationLoadBalancer, { headers }: OriginSecret): IOrigin =>
  VpcOrigin.withApplicationLoadBalancer(loadBalancer, {
    protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
    httpPort: loadBalancerPort,
    readTimeout: Duration.seconds(60),
    customHeaders: { ...headers },
    vpcOriginName: `docforge-${deploymentId()}`,
  });

/** The bucket of the deployment's assets as cdk-nag names it. Its qualifier is the operator's. */
const assetsOf = ({ synthesizer, account, partition, region }: Stack): string => {
  const known = (value: string, reference: string): string => (Token.isUnresolved(value) ? reference : value);
  const place = `${known(account, '<AWS::AccountId>')}-${known(region, '<AWS::Region>')}`;
  return `arn:${known(partition, '<AWS::Partition>')}:s3:::cdk-${synthesizer.bootstrapQualifier}-assets-${place}`;
};

/** CDK's own function, which copies the files during a deployment and never runs afterwards. */
const acknowledgeDeployment = (deployment: BucketDeployment, bucket: Bucket): void => {
  const handler = deployment.handlerRole.node.scope;
  if (handler === undefined) return;
  const reason = 'CDK deploys files by a function of its own, which may read its asset and write this bucket';
  const bucketId = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket);
  Validations.of(handler).acknowledge(
    ...[
      'AwsSolutions-L1',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      ...['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map(
        (action) => `AwsSolutions-IAM5[Action::s3:${action}*]`,
      ),
      `AwsSolutions-IAM5[Resource::${assetsOf(Stack.of(bucket))}/*]`,
      `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`,
    ].map((id) => ({ id, reason })),
  );
};
