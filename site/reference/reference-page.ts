import { routes } from '../../lib/api/routes.ts';
import { escaped } from '../html.ts';
import type { Page } from '../page.ts';

/** The reference of the API, from its OpenAPI document. */
export const referencePage = (): Page => {
  const rows = Object.entries(routes).map(([name, route]) => ({ name, ...route }));
  return {
    url: '/docs/api/',
    title: 'API reference',
    description: 'Every endpoint of the API with its fields, responses and errors.',
    section: 'Reference',
    order: 10,
    markdown: rows.map(({ method, path, summary }) => `## ${method} ${path}\n\n${summary}\n`).join('\n'),
    body: rows
      .map(
        ({ name, method, path, summary }) =>
          `<section id="${name}"><h2>${escaped(summary)}</h2><p><code>${method} ${escaped(path)}</code></p></section>`,
      )
      .join('\n'),
  };
};
