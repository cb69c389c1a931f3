import { codeBlock, codeTabs, type Tab } from '../highlight.ts';
import { escaped } from '../html.ts';
import type { Page } from '../page.ts';
import { callsOf, furtherCalls } from './calls.ts';
import { type Endpoint, readReference, type Schema } from './document.ts';
import { objectFields, parameterFields, prose, typeOf } from './fields.ts';

const anchor = (id: string, text: string): string =>
  ` <a class="anchor" href="#${escaped(id)}" aria-label="Link to “${escaped(text)}”">#</a>`;

const method = (name: string): string => `<span class="method ${name.toLowerCase()}">${name}</span>`;

const isSuccess = (status: string): boolean => status < '400';

const body = ({ requestBody }: Endpoint, schemas: ReadonlyMap<string, Schema>): string =>
  Object.entries(requestBody?.content ?? {})
    .map(([type, { schema }], index) => {
      const named = schemas.get(schema.$ref?.split('/').at(-1) ?? '') ?? schema;
      const content = `${named.description === undefined ? '' : prose(named.description)}${objectFields(named)}`;
      const title = `Body <small>${escaped(type)}</small>`;
      return index === 0
        ? `<h4>${title}</h4>${content}`
        : `<details class="more"><summary>${title}</summary>${content}</details>`;
    })
    .join('');

const responses = ({ responses: all }: Endpoint): string => {
  const successes = Object.entries(all)
    .filter(([status]) => isSuccess(status))
    .map(([status, { description, content }]) => {
      const schema = content['application/json']?.schema;
      const type = schema === undefined ? '' : ` <span class="type">${typeOf(schema)}</span>`;
      return `<div><dt><span class="status">${escaped(status)}</span>${type}</dt><dd>${prose(description)}</dd></div>`;
    });
  return `<h4>Responses</h4><dl class="fields">${successes.join('')}</dl>`;
};

/** Lists each error code once, under the first status that it has. */
const errors = ({ responses: all }: Endpoint): string => {
  const listed = new Set<string>();
  const rows = Object.entries(all)
    .filter(([status]) => !isSuccess(status))
    .map(([status, { content }]) => {
      const codes = Object.keys(content['application/json']?.examples ?? {}).filter(
        (code) => !listed.has(code),
      );
      for (const code of codes) listed.add(code);
      const names = codes.map((code) => `<a href="/docs/errors/#${code}"><code>${code}</code></a>`);
      return codes.length === 0
        ? ''
        : `<li><span class="status">${escaped(status)}</span> ${names.join(' ')}</li>`;
    });
  return `<h4>Errors</h4><ul class="errors">${rows.join('')}</ul>`;
};

const answers = ({ operationId, responses: all }: Endpoint): string => {
  const tabs: Tab[] = Object.entries(all)
    .filter(([status]) => isSuccess(status))
    .flatMap(([status, { content }]) => {
      const [example] = Object.values(content['application/json']?.examples ?? {});
      return example === undefined
        ? []
        : [{ label: status, language: 'json', code: JSON.stringify(example.value, undefined, 2) }];
    });
  return tabs.length === 0
    ? ''
    : `<h4 class="code-title">Response</h4>${codeTabs(`response-${operationId}`, tabs)}`;
};

const further = (endpoint: Endpoint): string => {
  const calls = furtherCalls(endpoint);
  if (calls.length === 0) return '';
  const items = calls.map(
    ({ name, code }) => `<h5>${escaped(name.replaceAll('_', ' '))}</h5>${codeBlock(code, 'bash', name)}`,
  );
  return `<details class="more"><summary>More requests</summary>${items.join('')}</details>`;
};

const endpointHtml = (endpoint: Endpoint, schemas: ReadonlyMap<string, Schema>): string => {
  const { operationId, summary, path, description, security } = endpoint;
  const token = security.length > 0 ? ' <span class="badge">Bearer token</span>' : '';
  return `<section class="endpoint" aria-labelledby="${escaped(operationId)}">
<div class="endpoint-text"><h3 id="${escaped(operationId)}">${escaped(summary)}${anchor(operationId, summary)}</h3>
<p class="call">${method(endpoint.method)} <code>${escaped(path)}</code>${token}</p>
${prose(description)}${parameterFields(endpoint)}${body(endpoint, schemas)}${responses(endpoint)}${errors(endpoint)}</div>
<div class="endpoint-code">${codeTabs(`call-${operationId}`, callsOf(endpoint))}${further(endpoint)}${answers(endpoint)}</div>
</section>`;
};

const schemaHtml = (name: string, schema: Schema): string => {
  const id = `schema-${escaped(name)}`;
  const description = schema.description === undefined ? '' : prose(schema.description);
  const content = objectFields(schema) || `<p>${typeOf(schema, Number.POSITIVE_INFINITY)}</p>`;
  return `<section class="schema"><h3 id="${id}">${escaped(name)}${anchor(id, name)}</h3>${description}${content}</section>`;
};

const endpointMarkdown = (endpoint: Endpoint): string => {
  const errorCodes = Object.entries(endpoint.responses)
    .filter(([status]) => !isSuccess(status))
    .flatMap(([, { content }]) => Object.keys(content['application/json']?.examples ?? {}));
  return `### ${endpoint.summary}

\`${endpoint.method} ${endpoint.path}\`

${endpoint.description}

${endpoint.parameters.map(({ name, in: place, description }) => `- \`${name}\` (${place}): ${description}\n`).join('')}
${callsOf(endpoint)
  .map(({ label, language, code }) => `\`\`\`${language} tab=${label}\n${code}\n\`\`\``)
  .join('\n\n')}

Errors: ${[...new Set(errorCodes)].map((code) => `\`${code}\``).join(', ')}
`;
};

const introduction = `Every address starts with the origin of the service, \`$URL\` in the commands:

\`\`\`sh
URL=http://127.0.0.1:3000
\`\`\`

Most endpoints need a bearer token, \`$TOKEN\`: \`POST /authorize\` exchanges an API key for one.
[The OpenAPI document](/openapi.json) of the service is made from the same source as this page.
`;

/**
 * The reference of the API, from its OpenAPI document.
 *
 * @param uploadLimitBytes the largest file that \`POST /upload\` of the deployment accepts
 */
export const referencePage = (uploadLimitBytes: number): Page => {
  const { description, groups, schemas } = readReference(uploadLimitBytes);
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]));
  const links = groups.map(
    ({ name, endpoints }) =>
      `<h2>${escaped(name)}</h2><ul>${endpoints
        .map(
          (endpoint) =>
            `<li><a href="#${escaped(endpoint.operationId)}">${escaped(endpoint.summary)} ${method(endpoint.method)}</a></li>`,
        )
        .join('')}</ul>`,
  );
  const schemaLinks = schemas.map(
    ({ name }) => `<li><a href="#schema-${escaped(name)}">${escaped(name)}</a></li>`,
  );
  return {
    url: '/docs/api/',
    title: 'API reference',
    description: 'Every endpoint of the API with its fields, responses and errors, and code to call it.',
    section: 'Reference',
    order: 10,
    markdown: `${introduction}\n${description}\n\n${groups
      .map(
        (group) =>
          `## ${group.name}\n\n${group.description}.\n\n${group.endpoints.map(endpointMarkdown).join('\n')}`,
      )
      .join('\n')}`,
    reference: {
      navigation: `${links.join('')}<details class="more"><summary>Schemas</summary><ul>${schemaLinks.join('')}</ul></details>`,
      html: `<div class="introduction">${prose(description)}
<p>Every address starts with the origin of the service, <code>$URL</code> in the commands. Most endpoints need a bearer token, <code>$TOKEN</code>: <a href="#authorize"><code>POST /authorize</code></a> exchanges an API key for one. <a href="/openapi.json">The OpenAPI document</a> of the service has the same content for programs.</p>
${codeBlock('URL=http://127.0.0.1:3000\nTOKEN=$(curl -s $URL/authorize -H \'Content-Type: application/json\' \\\n  -d \'{"api_key":"\'$KEY\'"}\' | sed -n \'s/.*"access_token":"\\([^"]*\\)".*/\\1/p\')', 'bash', 'Variables')}</div>
${groups
  .map(
    (group) =>
      `<h2 id="${escaped(group.name.toLowerCase())}">${escaped(group.name)}${anchor(group.name.toLowerCase(), group.name)}</h2>${prose(`${group.description}.`)}${group.endpoints.map((endpoint) => endpointHtml(endpoint, byName)).join('\n')}`,
  )
  .join('\n')}
<h2 id="schemas">Schemas${anchor('schemas', 'Schemas')}</h2>
${schemas.map(({ name, schema }) => schemaHtml(name, schema)).join('\n')}`,
    },
  };
};
