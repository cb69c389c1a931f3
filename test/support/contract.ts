import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../lib/api/openapi.ts';
import { listedNames } from '../../lib/jobs/listed-names.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
type Json = any;

/** The OpenAPI document, as a client receives it from a deployment at this address. */
export const documentAt = (baseUrl: string): Json =>
  JSON.parse(JSON.stringify(openApiDocument(baseUrl, 4_500_000, listedNames)));

/** Components whose further members are described elsewhere. */
const openComponents = new Set(['OpenApiDocument', 'JsonSchema', 'DocumentResult']);

/** Refuses members that an object schema does not list, so that each member of a response is described. */
const close = (schema: Json): void => {
  if (typeof schema !== 'object' || schema === null) return;
  if (schema.properties !== undefined) schema.additionalProperties ??= false;
  for (const each of Object.values(schema)) close(each);
};

const isUrl = (text: string): boolean => URL.canParse(text);
const isTime = (text: string): boolean => new Date(text).toISOString() === text;

/** A pointer to a part of the document (RFC 6901). */
const pointerTo = (...names: readonly string[]): string =>
  names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** Returns what is wrong with a value, by the schema at a place of the document; undefined if nothing is. */
type CheckValue = (value: unknown, ...place: readonly string[]) => string | undefined;

/** Checks values by the schemas of a document. */
export const valueChecker = (document: Json): CheckValue => {
  const closed = structuredClone(document);
  for (const [name, schema] of Object.entries(closed.components.schemas))
    if (!openComponents.has(name)) close(schema);
  const ajv = new Ajv2020({
    strict: false,
    // Compiles each schema once. Most values are checked by code that runs once, too.
    inlineRefs: false,
    code: { optimize: false },
    allErrors: true,
    formats: { uri: isUrl, 'date-time': isTime, binary: true },
  });
  ajv.addSchema(closed, 'contract');
  return (value, ...place) => {
    const $ref = `contract#/${pointerTo(...place)}`;
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
    if (validate(value) === true) return undefined;
    return (validate.errors ?? [])
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ');
  };
};

/** A call and its response. */
type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly json: unknown;
};

/** Methods that the service supports for other endpoints, without describing them. */
const undescribed = new Set(['HEAD', 'OPTIONS']);

/** Returns what a response has that its description does not; undefined if it conforms, or if no endpoint is called. */
export type CheckExchange = (exchange: Exchange) => string | undefined;

/** Checks responses by the OpenAPI document of a deployment. */
export const exchangeChecker = (baseUrl: string): CheckExchange => {
  const document = documentAt(baseUrl);
  const check = valueChecker(document);
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace('{id}', '[^/]+')}$`),
  }));
  return ({ method, path, status, contentType, json }) => {
    const plain = path.split('?')[0] ?? '';
    const template = templates.find(({ pattern }) => pattern.test(plain))?.template;
    const operation = method.toLowerCase();
    if (template === undefined || undescribed.has(method) || !(operation in document.paths[template])) return;
    const place = ['paths', template, operation, 'responses', String(status)];
    const response = document.paths[template][operation].responses[status];
    const told = `${method} ${path}: the response with status ${status}`;
    if (response === undefined) return `${told} is not described`;
    const type = contentType?.split(';')[0] ?? '';
    if (response.content === undefined) return json === undefined ? undefined : `${told} has a body`;
    const isInRange = response.content[type.replace(/\/.*/, '/*')] !== undefined;
    if (response.content[type] === undefined && !isInRange) return `${told} has the media type "${type}"`;
    if (!type.endsWith('json')) return;
    const fault = check(json, ...place, 'content', type, 'schema');
    return fault === undefined ? undefined : `${told}: ${fault}`;
  };
};
