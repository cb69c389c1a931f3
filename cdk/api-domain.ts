import {
  BasePathMapping,
  DomainName,
  EndpointType,
  SecurityPolicy,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import { settingsOf } from './settings.ts';

/**
 * The domain of the API, which the setting `api` names.
 *
 * @param basePath the first segment of all paths
 * @returns where a DNS record of the operator has to point; undefined without a domain, or if the stack creates the record
 */
export const createApiDomain = (scope: Construct, stage: Stage, basePath: string): string | undefined => {
  const { api } = settingsOf(scope);
  if (api === undefined) return undefined;
  const parent = new Construct(scope, 'ApiDomain');
  const name = new DomainName(parent, 'Name', {
    domainName: api.domain,
    certificate: Certificate.fromCertificateArn(parent, 'Certificate', api.certificate),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  new BasePathMapping(parent, 'Mapping', {
    domainName: name,
    restApi: stage.restApi,
    stage,
    basePath,
  });
  if (api.hostedZoneId === undefined) return name.domainNameAliasDomainName;
  new CfnRecordSet(parent, 'Record', {
    hostedZoneId: api.hostedZoneId,
    name: api.domain,
    type: 'A',
    aliasTarget: {
      dnsName: name.domainNameAliasDomainName,
      hostedZoneId: name.domainNameAliasHostedZoneId,
    },
  });
  return undefined;
};
