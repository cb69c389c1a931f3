import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { expect, it } from 'vitest';
import { AwsCallError, openAws } from '../../../admin/preflight/aws-call.ts';

const { config } = new CloudFormationClient({
  region: 'eu-central-1',
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
});

type Sent = { readonly url: string; readonly init: RequestInit };

/** Opens AWS with one recorded response, and keeps what is sent. */
const open = (response: Response) => {
  const sent: Sent[] = [];
  const call = openAws(config, async (url, init) => {
    sent.push({ url, init });
    return response;
  });
  return { call, sent };
};

it('signs an operation of a JSON protocol', async () => {
  const { call, sent } = open(Response.json({ Parameter: { Value: '28' } }));

  const answer = await call({
    service: 'ssm',
    region: 'eu-central-1',
    target: 'AmazonSSM.GetParameter',
    input: { Name: 'a' },
  });

  expect(answer).toEqual({ Parameter: { Value: '28' } });
  expect(sent).toMatchObject([
    {
      url: 'https://ssm.eu-central-1.amazonaws.com/',
      init: { method: 'POST', body: '{"Name":"a"}', headers: { 'x-amz-target': 'AmazonSSM.GetParameter' } },
    },
  ]);
  expect(JSON.stringify(sent[0]?.init.headers)).toContain('Credential=AKIDEXAMPLE/');
});

it('signs a GET with its query, of a service without regions too', async () => {
  const { call, sent } = open(new Response('<DistributionList/>'));

  const answer = await call({
    service: 'cloudfront',
    region: 'us-east-1',
    host: 'cloudfront.amazonaws.com',
    path: '/2020-05-31/distribution',
    query: { MaxItems: '1' },
  });

  expect(answer).toBe('<DistributionList/>');
  expect(sent).toMatchObject([
    { url: 'https://cloudfront.amazonaws.com/2020-05-31/distribution?MaxItems=1', init: { method: 'GET' } },
  ]);
});

it.each([
  [
    Response.json({ __type: 'com.amazonaws.ssm#ParameterNotFound', message: 'None' }, { status: 400 }),
    'ParameterNotFound',
    'None',
  ],
  [
    Response.json(
      { Message: 'No' },
      { status: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException:http://x' } },
    ),
    'AccessDeniedException',
    'No',
  ],
  [
    new Response(
      '<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack does not exist</Message></Error></ErrorResponse>',
      { status: 400 },
    ),
    'ValidationError',
    'Stack does not exist',
  ],
  [new Response('busy', { status: 503 }), 'HTTP 503', 'HTTP 503'],
])('names the code of a refused call', async (response, code, message) => {
  const { call } = open(response);

  const error = await call({ service: 'ssm', region: 'eu-central-1' }).catch((caught: unknown) => caught);

  expect(error).toBeInstanceOf(AwsCallError);
  expect(error).toMatchObject({ name: code, message });
});
