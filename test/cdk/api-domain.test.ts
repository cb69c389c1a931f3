import { describe, expect, it } from 'vitest';
import { itLong } from '../support/long-run.ts';
import { resourcesOf } from './check/template.ts';
import { everythingAroundCognito } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

const { domain, certificate } = everythingAroundCognito.api;

describe('the domain of the API', () => {
  it('serves the stage below its name', () => {
    const template = synthesizeStack(everythingAroundCognito);

    expect(
      resourcesOf(template, 'AWS::ApiGateway::DomainName').map(([, properties]) => properties),
    ).toMatchObject([
      {
        DomainName: domain,
        RegionalCertificateArn: certificate,
        SecurityPolicy: 'TLS_1_2',
        EndpointConfiguration: { Types: ['REGIONAL'] },
      },
    ]);
    expect(
      resourcesOf(template, 'AWS::ApiGateway::BasePathMapping').map(([, properties]) => properties),
    ).toMatchObject([{ BasePath: 'v1', Stage: { Ref: expect.any(String) } }]);
  });

  it('has a record in the hosted zone of the settings', () => {
    const template = synthesizeStack(everythingAroundCognito);

    expect(
      resourcesOf(template, 'AWS::Route53::RecordSet').map(([, properties]) => properties),
    ).toMatchObject([{ HostedZoneId: everythingAroundCognito.api.hostedZoneId, Name: domain, Type: 'A' }]);
    expect(template.Outputs.ApiDomainTarget).toBeUndefined();
  });

  itLong('is the base URL, and is stated as the target of a record, without a hosted zone', () => {
    const { Outputs, Resources } = synthesizeStack({ api: { domain, certificate } });

    expect(Outputs.BaseUrl.Value).toBe(`https://${domain}/v1/`);
    expect(Outputs.ApiDomainTarget.Value['Fn::GetAtt'][1]).toBe('RegionalDomainName');
    expect(JSON.stringify(Resources)).toContain(`"API_URL":"https://${domain}/v1"`);
  });
});
