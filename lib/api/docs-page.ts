import * as z from 'zod';
import type { openApiDocument } from './openapi.ts';

type Document = ReturnType<typeof openApiDocument>;

// The parts of an OpenAPI 3.1 document that the page shows.

const schemaPart = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaPart).optional();
  },
  get items() {
    return schemaPart.optional();
  },
  get anyOf() {
    return z.array(schemaPart).optional();
  },
  get oneOf() {
    return z.array(schemaPart).optional();
  },
});

type Schema = z.output<typeof schemaPart>;

const contentPart = z.record(
  z.string(),
  z.looseObject({
    schema: schemaPart.optional(),
    example: z.unknown().optional(),
    // Those of errors are references, whose codes the description explains.
    examples: z.record(z.string(), z.looseObject({ value: z.unknown().optional() })).optional(),
  }),
);

const operationPart = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().default(''),
  security: z.array(z.unknown()).default([]),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        description: z.string().default(''),
        schema: schemaPart.default({}),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ content: contentPart }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.string().default(''), content: contentPart.optional() }),
  ),
});

type Operation = z.output<typeof operationPart>;

const documentPart = z.looseObject({
  info: z.looseObject({ title: z.string(), description: z.string() }),
  servers: z.array(z.looseObject({ url: z.string() })),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationPart)),
  components: z.looseObject({ schemas: z.record(z.string(), schemaPart).default({}) }),
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
/** A paragraph, or an ordered list if every line of it has a number. */
const block = (text: string): string => {
  const items = text.split('\n').map((line) => /^\d{1,3}\. (.*)$/.exec(line)?.[1]);
  return items.every((item) => item !== undefined)
    ? `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`
    : `<p>${text}</p>`;
};

/** Escapes a description, whose paragraphs, ordered lists and `code` are those of CommonMark. */
const prose = (text: string): string =>
  escaped(text)
    .replaceAll(/`([^`]{1,200})`/g, '<code>$1</code>')
    .split('\n\n')
    .map(block)
    .join('');

// Names of an enumeration that are shown; a schema of its own shows all.
const SHOWN_NAMES = 12;

const typeOf = (schema: Schema): string => {
  const { $ref, type, format, items, enum: names, anyOf, oneOf } = schema;
  if ($ref !== undefined) {
    const name = escaped($ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return alternatives.map(typeOf).join(' or ');
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  if (names !== undefined) {
    const shown = names.slice(0, SHOWN_NAMES).map((name) => `<code>${escaped(String(name))}</code>`);
    return `${shown.join(', ')}${names.length > SHOWN_NAMES ? ', …' : ''}`;
  }
  if (items !== undefined) return `array of ${typeOf(items)}`;
  const types = Array.isArray(type) ? type.join(' or ') : (type ?? 'any');
  return escaped(format === undefined ? types : `${types}, ${format}`);
};

type Row = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
};

const table = (rows: readonly Row[]): string =>
  rows.length === 0
    ? ''
    : `<table>${rows
        .map(
          ({ name, type, isRequired, text }) =>
            `<tr><th><code>${escaped(name)}</code>${isRequired ? '<small>required</small>' : ''}</th><td class="type">${type}</td><td>${prose(text)}</td></tr>`,
        )
        .join('')}</table>`;

const fields = ({ properties = {}, required = [] }: Schema): string =>
  table(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      type: typeOf(schema),
      isRequired: required.includes(name),
      text: schema.description ?? '',
    })),
  );

/** Formats an example of a body. `type` is its media type. */
type FormatBody = (example: unknown, type: string) => string;

const asText: FormatBody = (example) =>
  typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Formats a request as a curl command. The part `file` of a form is the file of that name. */
const asCurl =
  (method: string, url: string, needsToken: boolean): FormatBody =>
  (example, type) => {
    const members = Object.entries(z.record(z.string(), z.unknown()).safeParse(example).data ?? {});
    const parts = members.map(([name, value]) =>
      name === 'file' ? '-F file=@report.pdf' : `-F ${shellQuoted(`${name}=${value}`)}`,
    );
    const pairs = members.map(([name, value]) => `-d ${shellQuoted(`${name}=${value}`)}`);
    const json = [`-H ${shellQuoted(`Content-Type: ${type}`)}`, `-d ${shellQuoted(JSON.stringify(example))}`];
    const body = { 'multipart/form-data': parts, 'application/x-www-form-urlencoded': pairs }[type] ?? json;
    const call = [
      `curl${method === 'post' ? '' : ` -X ${method.toUpperCase()}`} ${url}`,
      ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
      ...body,
    ];
    return call.join(' \\\n  ');
  };

const contents = (content: z.output<typeof contentPart> = {}, format: FormatBody = asText): string =>
  Object.entries(content)
    .map(([type, { schema = {}, example, examples = {} }]) => {
      const shown = [example, ...Object.values(examples).map(({ value }) => value)].filter(
        (each) => each !== undefined,
      );
      const named = schema.properties === undefined ? `: ${typeOf(schema)}` : '';
      const codes = shown.map((each) => `<pre>${escaped(format(each, type))}</pre>`);
      return `<h4>${escaped(type)}${named}</h4>${fields(schema)}${codes.join('')}`;
    })
    .join('');

const section = (server: string, method: string, path: string, operation: Operation): string => {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const rows = parameters.map(({ name, in: place, required, description: text, schema }) => ({
    name,
    type: `${typeOf(schema)}<small>${escaped(place)}</small>`,
    isRequired: required,
    text: text === '' ? (schema.description ?? '') : text,
  }));
  const answers = Object.entries(responses).map(
    ([status, { description: text, content }]) =>
      `<details${status < '300' ? ' open' : ''}><summary><b>${escaped(status)}</b></summary>${prose(text)}${contents(content)}</details>`,
  );
  return `<section id="${escaped(operationId)}"><h3>${escaped(summary)}</h3><p class="call"><b>${escaped(method.toUpperCase())}</b> <code>${escaped(path)}</code>${security.length > 0 ? '<small>bearer token</small>' : ''}</p>${prose(description)}${table(rows)}${requestBody === undefined ? '' : `<h4>Body</h4>${contents(requestBody.content, asCurl(method, `${server}${path}`, security.length > 0))}`}<h4>Responses</h4>${answers.join('')}</section>`;
};

const style = `:root{color-scheme:light dark;--line:light-dark(#ddd,#333);--soft:light-dark(#f5f5f4,#1c1c1f);--muted:light-dark(#666,#999);--accent:light-dark(#0b5cad,#7ab8ff)}
*{box-sizing:border-box}html{font:15px/1.5 system-ui,sans-serif;scroll-padding-top:1rem}
body{margin:0 auto;padding:1.5rem;max-width:76rem;display:grid;gap:2rem}main{min-width:0}
h1{margin:0;font-size:1.7rem}h2{margin:3rem 0 0;font-size:1.3rem}h3{margin:0;font-size:1.1rem}h4{margin:1.2rem 0 .4rem;font-size:.85rem;color:var(--muted)}
p{margin:.4rem 0;max-width:44rem}a{color:var(--accent)}small{margin-left:.6em;color:var(--muted)}
section{border-top:1px solid var(--line);margin-top:1.5rem;padding-top:1.5rem}
code,pre{font:.87em/1.5 ui-monospace,monospace;background:var(--soft);border-radius:4px;padding:.1em .3em;overflow-wrap:anywhere}
pre{padding:.8rem;overflow:auto;max-height:26rem}.call b{margin-right:.3em}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--line);font-weight:400}
th{width:14rem}.type{width:16rem;overflow-wrap:anywhere}td p{margin:0}
details{border-bottom:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}
nav ul{list-style:none;margin:.2rem 0 1rem;padding:0}nav b{font-size:.85rem;color:var(--muted)}
@media(min-width:60rem){body{grid-template-columns:15rem 1fr}nav{position:sticky;top:1.5rem;max-height:calc(100vh - 3rem);overflow:auto}}
@media(max-width:40rem){table,tbody,tr,th,td{display:block;width:auto}th,td{border:0;padding:.1rem 0}tr{border-bottom:1px solid var(--line);padding:.4rem 0}}`;

/** The policy of the page, which loads nothing and runs no script. */
export const docsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** An OpenAPI document as a page for people, in HTML without scripts. */
export const docsPage = (document: Document): string => {
  const { info, servers, tags, paths, components } = documentPart.parse(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    own: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const link = (id: string, text: string) => `<li><a href="#${escaped(id)}">${escaped(text)}</a></li>`;
  const names = Object.keys(components.schemas);
  const index = [
    ...groups.map(({ name, own }) => ({
      name,
      links: own.map(({ operation }) => link(operation.operationId, operation.summary)),
    })),
    { name: 'Schemas', links: names.map((name) => link(`schema-${name}`, name)) },
  ];
  const server = servers[0]?.url ?? '';
  const title = escaped(`${info.title} API`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><nav>${index.map(({ name, links }) => `<b>${escaped(name)}</b><ul>${links.join('')}</ul>`).join('')}</nav>
<main><h1>${title}</h1>${prose(info.description)}<p>Base URL: <code>${escaped(server)}</code> · <a href="openapi.json">OpenAPI 3.1</a></p>
${groups
  .map(
    ({ name, description, own }) =>
      `<h2>${escaped(name)}</h2>${prose(description)}${own.map(({ method, path, operation }) => section(server, method, path, operation)).join('\n')}`,
  )
  .join('\n')}
<h2>Schemas</h2>${Object.entries(components.schemas)
    .map(
      ([name, schema]) =>
        `<section id="schema-${escaped(name)}"><h3>${escaped(name)}</h3>${prose(schema.description ?? '')}${fields(schema) || `<p>${typeOf({ ...schema, enum: undefined })}${schema.enum === undefined ? '' : `: ${schema.enum.map((each) => `<code>${escaped(String(each))}</code>`).join(' ')}`}</p>`}</section>`,
    )
    .join('\n')}</main></body></html>
`;
};
