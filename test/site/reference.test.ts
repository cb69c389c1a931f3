import { describe, expect, it } from 'vitest';
import { DocForge } from '../../client/docforge.ts';
import { callsOf, clientOperations } from '../../site/reference/calls.ts';
import { type Endpoint, readReference } from '../../site/reference/document.ts';
import { referencePage } from '../../site/reference/reference-page.ts';

const { groups, schemas } = readReference(4_500_000);
const endpoints = groups.flatMap((group) => group.endpoints);
const endpointOf = (id: string): Endpoint =>
  endpoints.find(({ operationId }) => operationId === id) ?? expect.fail(id);
const html = referencePage(4_500_000).reference?.html ?? '';

describe('calls', () => {
  it('send a form with its file, and no JSON for it', () => {
    const [curl] = callsOf(endpointOf('upload'));

    expect(curl?.code).toBe(
      'curl "$URL/upload" \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -F file=@report.pdf',
    );
  });

  it('have variables in place of ids and keys', () => {
    expect(callsOf(endpointOf('authorize'))[0]?.code).toContain(`-d '{"api_key":"'$KEY'"}'`);
    expect(callsOf(endpointOf('cancelJob'))[0]?.code).toBe(
      'curl -X POST "$URL/job/$JOB_ID/cancel" \\\n  -H "Authorization: Bearer $TOKEN"',
    );
    expect(callsOf(endpointOf('convert'))[0]?.code).toContain(`"file_id": "'$FILE_ID'"`);
  });

  it('of the client are methods that it has, of operations that exist', () => {
    const names = endpoints.map(({ operationId }) => operationId);
    const called = clientOperations.flatMap((id) => {
      const code = callsOf(endpointOf(id)).find(({ label }) => label === 'TypeScript')?.code ?? '';
      return [...code.matchAll(/docforge\.(\w+)\(/g)].map(([, method = '']) => method);
    });

    expect(clientOperations.filter((id) => !names.includes(id))).toEqual([]);
    expect(called.filter((method) => !(method in DocForge.prototype))).toEqual([]);
  });
});

describe('the reference', () => {
  it('has every endpoint and every schema', () => {
    for (const { operationId } of endpoints) expect(html).toContain(`id="${operationId}"`);
    for (const { name } of schemas) expect(html).toContain(`id="schema-${name}"`);
  });

  it('renders ordered lists of descriptions as lists', () => {
    expect(html).toContain('<ol>\n<li>Exchange an API key');
  });

  it('lists each error code of an endpoint once', () => {
    const [, section = ''] = html.split('<h3 id="convert"');
    const [, list = ''] = /<ul class="errors">(.*?)<\/ul>/s.exec(section) ?? [];
    const codes = [...list.matchAll(/<code>(\w+)<\/code>/g)].map(([, code]) => code);

    expect(codes).toContain('unsupported_conversion');
    expect(codes.filter((code, index) => code !== 'internal_error' && codes.indexOf(code) !== index)).toEqual(
      [],
    );
  });

  it('states the limit of the deployment', () => {
    expect(referencePage(26_214_400).reference?.html).toContain('26214400 bytes');
  });
});
