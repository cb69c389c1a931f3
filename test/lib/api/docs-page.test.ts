import { expect, it } from 'vitest';
import { docsPage } from '../../../lib/api/docs-page.ts';
import { openApiDocument } from '../../../lib/api/openapi.ts';
import { routes } from '../../../lib/api/routes.ts';
import { listedNames } from '../../../lib/jobs/listed-names.ts';

const document = openApiDocument('https://api.example/v1', 4_500_000, listedNames);
const page = docsPage(document);

it('shows every endpoint of the public API, and every schema', () => {
  const described = Object.entries(routes).filter(([, route]) => !('audience' in route));

  for (const [name, { method, path }] of described) {
    expect(page).toContain(`<section id="${name}">`);
    expect(page).toContain(`<b>${method}</b> <code>${path}</code>`);
  }
  const names = Object.keys(document.components?.schemas ?? {});
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(page).toContain(`<section id="schema-${name}">`);
  expect(page).toContain('https://api.example/v1');
});

it('has a target for each of its links', () => {
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  const targets = new Set([...page.matchAll(/id="([^"]+)"/g)].map(([, id]) => id));

  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((id) => !targets.has(id ?? ''))).toEqual([]);
});

it('runs no script and shows text as text', () => {
  const attack = '<img src=x onerror=alert(1)> & "quotes" `a<b`';
  const changed = docsPage({
    ...document,
    info: { ...document.info, description: attack },
  });

  expect(page).not.toContain('<script');
  expect(changed).toContain(
    '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot; <code>a&lt;b</code>',
  );
});

it('shows each example of a request as a curl command, and numbered lines as a list', () => {
  const commands = [...page.matchAll(/<pre>(curl[^<]*)<\/pre>/g)].map(([, command]) => command);

  expect(commands).toContain(
    'curl https://api.example/v1/upload \\\n  -H &quot;Authorization: Bearer $TOKEN&quot; \\\n  -F file=@report.pdf',
  );
  expect(commands.some((command) => command?.includes("-F 'steps=["))).toBe(true);
  expect(page).toContain('<ol><li>Exchange an API key');
});
