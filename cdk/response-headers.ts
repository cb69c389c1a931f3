import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { pageHeaders } from '../lib/api/page-headers.ts';
import { deploymentId } from './deployment-id.ts';

/** The origins that pages of the dashboard may contact besides their own. */
export type BrowserSources = {
  /** Sources of `connect-src` in the Content-Security-Policy. */
  readonly connectSources: readonly string[];
  /** Origins of the identity provider, to which forms may be posted. */
  readonly signInOrigins: readonly string[];
};

/** What every page may load: files of its own origin, and no inline script or style. */
export const policyOf = ({ connectSources, signInOrigins }: BrowserSources): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectSources].join(' '),
    "base-uri 'none'",
    // Signing out posts a form to the provider.
    ["form-action 'self'", ...signInOrigins].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers that CloudFront's policy has a member for. */
const ownMember = /^(?:Strict-Transport-Security|X-Content-Type-Options|X-Frame-Options|Referrer-Policy)$/;

const securityHeaders = (
  scope: Construct,
  id: string,
  names: { readonly policyName: string; readonly contentSecurityPolicy: string },
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: names.policyName,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: names.contentSecurityPolicy, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(pageHeaders).flatMap(([header, value]) =>
        ownMember.test(header) ? [] : [{ header, value, override: true }],
      ),
    },
  });

/** Creates the security headers of the dashboard's files. */
export const dashboardHeaders = (scope: Construct, sources: BrowserSources): ResponseHeadersPolicy =>
  securityHeaders(scope, 'Headers', {
    policyName: `docforge-${deploymentId()}`,
    contentSecurityPolicy: policyOf(sources),
  });

/** Creates the security headers of the site's files. */
export const siteHeaders = (scope: Construct): ResponseHeadersPolicy =>
  securityHeaders(scope, 'SiteHeaders', {
    policyName: `docforge-${deploymentId()}-site`,
    contentSecurityPolicy: policyOf({ connectSources: [], signInOrigins: [] }),
  });

/**
 * Creates the `WWW-Authenticate` header of the API's responses. API Gateway renames the header that a function sets, and CloudFront runs no
 * functions for errors, but a policy applies to every response. Responses other than 401 may have the header too (RFC 9110, 11.6.1).
 */
export const apiHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'ApiHeaders', {
    responseHeadersPolicyName: `docforge-${deploymentId()}-api`,
    customHeadersBehavior: {
      customHeaders: [{ header: 'WWW-Authenticate', value: 'Bearer', override: false }],
    },
  });
