import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('docs/adding-a-format.md quotes the current code', () => {
  const page = read('docs/adding-a-format.md');
  const examples = [...page.matchAll(/in `(formats\/[^`]+)`:\n\n```ts\n(.*?)```/gs)];

  expect(examples).toHaveLength(2);
  for (const [, path = '', code = ''] of examples) expect(read(`lib/conversions/${path}`)).toContain(code);
});
