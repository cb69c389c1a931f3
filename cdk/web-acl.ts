import { Aws } from 'aws-cdk-lib';
import type { ApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { originSecretHeader, viewerAddressHeader } from '../lib/api/origin-headers.ts';

/** The resources that the web ACL refers to. */
type WebAclProps = {
  /** Calls of an address in a window. */
  readonly limit: number;
  /** The ARN of the API's stage. */
  readonly stageArn: string;
  /** The secret that CloudFront sends, if it is deployed. */
  readonly originSecret: string | undefined;
  /** The load balancer of the service that receives large uploads, if it is deployed. */
  readonly uploads: ApplicationLoadBalancer | undefined;
};

/** The shortest window of AWS WAF, in seconds. It counts every few seconds, so an address may exceed its limit for half a minute. */
const windowSeconds = 60;

/** The rate limit error of the contract: `statusCode`, `error` and `message`. */
const refusal = JSON.stringify({
  statusCode: 429,
  error: 'Too Many Requests',
  message: `Rate limit exceeded, retry in ${windowSeconds} seconds`,
});

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const unchanged = [{ priority: 0, type: 'NONE' }];

/**
 * Refuses the requests of an address that exceeds a rate, before they start a function or count against the stage's limit.
 * One regional web ACL covers both entrances: a request that passed CloudFront, which its secret proves, is counted by the
 * address that CloudFront states; any other by that of its connection. A web ACL of CloudFront itself would have to be in us-east-1.
 */
export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, { limit, stageArn, originSecret, uploads }: WebAclProps) {
    super(scope, id);
    const passedFront: CfnWebACL.StatementProperty | undefined =
      originSecret === undefined
        ? undefined
        : {
            byteMatchStatement: {
              fieldToMatch: { singleHeader: { Name: originSecretHeader.toLowerCase() } },
              positionalConstraint: 'EXACTLY',
              searchString: originSecret,
              textTransformations: unchanged,
            },
          };
    const rule = (
      name: string,
      priority: number,
      counted: Omit<CfnWebACL.RateBasedStatementProperty, 'limit' | 'evaluationWindowSec'>,
    ): CfnWebACL.RuleProperty => ({
      name,
      priority,
      action: {
        block: {
          customResponse: {
            responseCode: 429,
            customResponseBodyKey: 'rate-limited',
            responseHeaders: [{ name: 'Retry-After', value: String(windowSeconds) }],
          },
        },
      },
      statement: { rateBasedStatement: { limit, evaluationWindowSec: windowSeconds, ...counted } },
      visibilityConfig: visibility(name),
    });
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      name: `${Aws.STACK_NAME}-addresses`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      customResponseBodies: { 'rate-limited': { contentType: 'APPLICATION_JSON', content: refusal } },
      visibilityConfig: visibility('Addresses'),
      rules:
        passedFront === undefined
          ? [rule('Direct', 0, { aggregateKeyType: 'IP' })]
          : [
              rule('ThroughCloudFront', 0, {
                aggregateKeyType: 'CUSTOM_KEYS',
                customKeys: [
                  { header: { name: viewerAddressHeader.toLowerCase(), textTransformations: unchanged } },
                ],
                scopeDownStatement: passedFront,
              }),
              rule('Direct', 1, {
                aggregateKeyType: 'IP',
                scopeDownStatement: { notStatement: { statement: passedFront } },
              }),
            ],
    });
    const associate = (name: string, resourceArn: string): void => {
      new CfnWebACLAssociation(this, name, { resourceArn, webAclArn: webAcl.attrArn });
    };
    associate('Stage', stageArn);
    if (uploads !== undefined) associate('Uploads', uploads.loadBalancerArn);
  }
}
