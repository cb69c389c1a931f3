import createMarkdown from 'markdown-it';
import { escaped } from '../html.ts';
import type { Endpoint, Schema } from './document.ts';

const markdown = createMarkdown();

/** Renders a description, which is CommonMark. */
export const prose = (text: string): string => markdown.render(text);

const inline = (text: string): string => markdown.renderInline(text);

/** The largest number of values of an enumeration that a field shows; the schema of its own shows all. */
const shownValues = 12;

const code = (value: unknown): string => `<code>${escaped(String(value))}</code>`;

/** Returns a type as HTML. Types that have a name are links. */
export const typeOf = (schema: Schema, limit = shownValues): string => {
  const { $ref, type, format, items, enum: values, anyOf, oneOf } = schema;
  if ($ref !== undefined) {
    const name = escaped($ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return alternatives.map((each) => typeOf(each)).join(' or ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (values !== undefined)
    return `${values.slice(0, limit).map(code).join(', ')}${values.length > limit ? ', …' : ''}`;
  if (items !== undefined) return `array of ${typeOf(items)}`;
  const types = Array.isArray(type) ? type.join(' or ') : (type ?? 'any');
  return escaped(format === undefined ? types : `${types}, ${format}`);
};

type Field = {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description: string;
};

const fieldsHtml = (fields: readonly Field[]): string =>
  `<dl class="fields">${fields
    .map(
      ({ name, schema, isRequired, description }) =>
        `<div><dt><code>${escaped(name)}</code> <span class="type">${typeOf(schema)}</span>${isRequired ? ' <span class="required">required</span>' : ''}</dt>${description === '' ? '' : `<dd>${inline(description)}</dd>`}</div>`,
    )
    .join('')}</dl>`;

const fieldsOf = ({ properties = {}, required = [] }: Schema): readonly Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    description: schema.description ?? '',
  }));

/** Returns the fields of an object, or an empty text for another schema. */
export const objectFields = (schema: Schema): string => {
  const fields = fieldsOf(schema);
  return fields.length === 0 ? '' : fieldsHtml(fields);
};

const places: Readonly<Record<string, string>> = { path: 'Path', query: 'Query', header: 'Headers' };

/** Returns the parameters of an endpoint, grouped by their place. */
export const parameterFields = ({ parameters }: Endpoint): string =>
  Object.entries(places)
    .map(([place, title]) => {
      const fields = parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema, required, description }) => ({
          name,
          schema,
          isRequired: required,
          description: description || (schema.description ?? ''),
        }));
      return fields.length === 0 ? '' : `<h4>${title}</h4>${fieldsHtml(fields)}`;
    })
    .join('');
