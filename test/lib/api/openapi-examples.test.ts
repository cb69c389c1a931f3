import { describe, expect, it } from 'vitest';
import { documentAt, valueChecker } from '../../support/contract.ts';

const document = documentAt('https://api.example/v1');
const check = valueChecker(document);

type Example = { readonly $ref?: string; readonly value?: unknown };
type Content = Readonly<Record<string, { readonly examples?: Readonly<Record<string, Example>> }>>;

const exampleValue = ({ $ref, value }: Example): unknown =>
  $ref === undefined ? value : document.components.examples[$ref.split('/').at(-1) ?? ''].value;

const contents = Object.keys(document.paths).flatMap((path) =>
  Object.entries<{ requestBody?: { content: Content }; responses: Record<string, { content?: Content }> }>(
    document.paths[path],
  ).flatMap(([method, { requestBody, responses }]) => {
    const place = ['paths', path, method];
    return [
      { place: [...place, 'requestBody', 'content'], content: requestBody?.content ?? {} },
      ...Object.entries(responses).map(([status, { content = {} }]) => ({
        place: [...place, 'responses', status, 'content'],
        content,
      })),
    ];
  }),
);

const bodies = contents.flatMap(({ place, content }) =>
  Object.entries(content).map(([type, { examples = {} }]) => ({ place: [...place, type], examples })),
);

const responseOf = (path: string, method: string, status: number, code: string): unknown =>
  exampleValue(document.paths[path][method].responses[status].content['application/json'].examples[code]);

describe('the examples of the OpenAPI document', () => {
  it('are of every request and every response that has a body', () => {
    const without = bodies.filter(({ examples }) => Object.keys(examples).length === 0);

    expect(bodies.length).toBeGreaterThan(200);
    expect(without.map(({ place }) => place.join(' '))).toEqual([]);
  });

  it('conform to their schemas', () => {
    const faults = bodies.flatMap(({ place, examples }) =>
      Object.entries(examples).flatMap(([name, example]) => {
        const fault = check(exampleValue(example), ...place, 'schema');
        return fault === undefined ? [] : [`${place.join(' ')} ${name}: ${fault}`];
      }),
    );

    expect(faults).toEqual([]);
  });

  it('have the bodies of the contract', () => {
    expect(responseOf('/usage', 'get', 401, 'unauthorized')).toEqual({
      error: 'unauthorized',
      message: 'Invalid or expired bearer token. Get a new one with POST /authorize.',
    });
    expect(responseOf('/authorize', 'post', 401, 'invalid_api_key')).toMatchObject({
      error: 'invalid_api_key',
    });
    expect(responseOf('/job/{id}', 'get', 404, 'job_not_found')).toMatchObject({ error: 'job_not_found' });
    expect(responseOf('/convert', 'post', 422, 'unsupported_conversion')).toMatchObject({
      error: 'unsupported_conversion',
    });
    expect(responseOf('/convert', 'post', 429, 'rate_limited')).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Rate limit exceeded, retry in 42 seconds',
    });
    expect(responseOf('/upload', 'post', 429, 'monthly_limit_reached')).toEqual({
      error: 'Monthly usage limit reached (50). Upgrade your plan for more.',
    });
    expect(responseOf('/convert', 'post', 429, 'active_jobs_limit_reached')).toEqual({
      error: 'Too many active jobs (3/3). Wait for current jobs to finish.',
    });
  });
});
