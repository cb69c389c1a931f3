import { expect, it } from 'vitest';
import { errorCodes } from '../../../lib/api/error-codes.ts';
import { limitErrors } from '../../../lib/api/error-examples.ts';
import { jobErrors } from '../../../lib/conversions/errors.ts';
import { errorPage } from '../../../site/generated/error-page.ts';
import { documentAt } from '../../support/contract.ts';

const sections = new Map(
  errorPage()
    .markdown.split(/^### /m)
    .slice(1)
    .map((section): [string, string] => [section.split('\n', 1)[0] ?? '', section]),
);

it('has one section for each code of requests, limits and jobs, whose heading is the code', () => {
  const codes = [errorCodes, limitErrors, jobErrors].flatMap((table) => Object.keys(table));

  expect([...sections.keys()].sort()).toEqual([...new Set(codes)].sort());
});

it('states each meaning of a code, what to do and an example', () => {
  for (const [code, { status, meaning, cure }] of Object.entries(errorCodes)) {
    expect(sections.get(code)).toContain(`**HTTP ${status}.** ${meaning}`);
    expect(sections.get(code)).toContain(cure);
  }
  for (const [code, { meaning, cure, example }] of Object.entries(jobErrors)) {
    expect(sections.get(code)).toContain(`**Error of a job.** ${meaning}`);
    expect(sections.get(code)).toContain(cure);
    expect(sections.get(code)).toContain(JSON.stringify(example));
  }
  for (const [code, { body }] of Object.entries(limitErrors))
    expect(sections.get(code)).toContain(body.error);
});

it('says the same as the OpenAPI document about what to do', () => {
  const { examples } = documentAt('https://api.example').components;
  const responses = Object.entries<{ description?: string }>(examples).filter(
    ([name]) => !name.endsWith('_problem'),
  );

  expect(responses.length).toBeGreaterThan(30);
  for (const [code, { description }] of responses)
    expect(sections.get(code)).toContain(`What to do: ${description}
`);
});
