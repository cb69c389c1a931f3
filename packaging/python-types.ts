/** The members of JSON Schema that the contract uses. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly description?: string;
};

/** A declaration of the module. An alias is evaluated, so it comes after what it refers to. */
type Declaration = { readonly kind: 'alias' | 'class'; readonly code: string };

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

// Those that the contract uses, or may come to use, as the names of members.
const keywords = new Set(['as', 'class', 'def', 'from', 'global', 'import', 'in', 'is', 'lambda', 'pass']);

/** The longest line of the Python code, in characters. */
const lineLength = 110;

const quoted = (value: string | number | boolean): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : String(value);
};

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[_-])([a-z0-9])/gi, (_, first: string) => first.toUpperCase());

const literal = (values: readonly (string | number | boolean)[]): string =>
  `Literal[${values.map(quoted).join(', ')}]`;

const union = (types: readonly string[]): string => {
  const others = [...new Set(types)].filter((type) => type !== 'None');
  const joined = others.length > 1 ? `Union[${others.join(', ')}]` : (others[0] ?? 'None');
  return others.length < types.length && others.length > 0 ? `Optional[${joined}]` : joined;
};

/** The line of a member, broken inside the outer brackets of its type if it is too long. */
const memberLine = (member: string, type: string): string => {
  const line = `    ${member}: ${type}\n`;
  if (line.length <= lineLength) return line;
  return line.replace(/^(.*?\[)(.*)\]\n$/, '$1\n        $2\n    ]\n');
};

/** Breaks a text into lines with a prefix. */
const wrap = (text: string, prefix: string): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (prefix.length + line.length + word.length + 1 > lineLength) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `${prefix}${line}\n`).join('');
};

const docstring = (text: string): string => {
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  const line = `    """${sentence}"""\n`;
  return line.length <= lineLength ? line : `    """\n${wrap(sentence, '    ')}    """\n`;
};

/**
 * Returns a Python module with the types of some schemas and of all that they refer to: a `TypedDict` for an object, and an
 * alias for anything else. Nested objects are named after the path to them.
 */
export const pythonTypes = (schemas: Readonly<Record<string, Schema>>, roots: readonly string[]): string => {
  const declarations = new Map<string, Declaration>();

  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref !== undefined) {
      const referred = schema.$ref.split('/').at(-1) ?? '';
      declare(referred, schemas[referred] ?? {});
      return referred;
    }
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum !== undefined) return literal(schema.enum);
    if (schema.anyOf !== undefined)
      return union(schema.anyOf.map((each) => typeOf(each, memberName(name, each, schema.anyOf ?? []))));
    if (typeof schema.type === 'object')
      return union(schema.type.map((type) => typeOf({ ...schema, type }, name)));
    if (schema.type === 'array') return `list[${typeOf(schema.items ?? {}, name)}]`;
    if (schema.properties !== undefined) {
      declare(name, schema);
      return name;
    }
    if (schema.type === 'object') return `dict[str, ${typeOf(schema.additionalProperties || {}, name)}]`;
    return scalars[schema.type ?? ''] ?? 'Any';
  };

  /** The name of an object in a union: that of the union if it is the only one, else with its first member's. */
  const memberName = (name: string, { properties = {} }: Schema, all: readonly Schema[]): string =>
    all.filter((each) => each.properties !== undefined).length < 2
      ? name
      : `${name}${pascal(Object.keys(properties)[0] ?? '')}`;

  const members = (
    name: string,
    schema: Schema,
    isIncluded: (member: string) => boolean,
  ): [string, string, string][] =>
    Object.entries(schema.properties ?? {}).flatMap(([member, each]) =>
      isIncluded(member) ? [[member, typeOf(each, `${name}${pascal(member)}`), each.description ?? '']] : [],
    );

  /** Python 3.9 has no NotRequired: the required members are a class of their own. Keywords need the form of a call. */
  const classesOf = (name: string, schema: Schema): string => {
    const required = new Set(schema.required);
    const reserved = members(name, schema, (member) => keywords.has(member));
    for (const [member] of reserved)
      if (!required.has(member)) throw new Error(`${name}.${member} is a keyword of Python and not required`);
    const body = (list: readonly [string, string, string][]): string =>
      list
        .map(
          ([member, type, text]) => `${text === '' ? '' : wrap(text, '    # ')}${memberLine(member, type)}`,
        )
        .join('');
    const always = members(name, schema, (member) => required.has(member) && !keywords.has(member));
    const sometimes = members(name, schema, (member) => !required.has(member));
    let base = 'TypedDict';
    let code = '';
    if (reserved.length > 0) {
      base = `_${name}Keywords`;
      const entries = reserved.map(([member, type]) => `${quoted(member)}: ${quoted(type)}`);
      code += `${base} = TypedDict("${base}", {${entries.join(', ')}})\n\n\n`;
    }
    if (always.length > 0 && sometimes.length > 0) {
      code += `class _${name}Required(${base}):\n${body(always)}\n\n`;
      base = `_${name}Required`;
    }
    const text = schema.description === undefined ? '' : `${docstring(schema.description)}\n`;
    const own = sometimes.length > 0 ? sometimes : always;
    const total = sometimes.length > 0 ? ', total=False' : '';
    return `${code}class ${name}(${base}${total}):\n${text}${body(own)}`;
  };

  const aliasOf = (name: string, schema: Schema): string => {
    const text = schema.description === undefined ? '' : wrap(schema.description, '# ');
    const line = `${name} = ${typeOf(schema, name)}\n`;
    if (line.length <= lineLength || schema.enum === undefined) return `${text}${line}`;
    return `${text}${name} = Literal[\n${schema.enum.map((value) => `    ${quoted(value)},\n`).join('')}]\n`;
  };

  const declare = (name: string, schema: Schema): void => {
    if (declarations.has(name)) return;
    const kind = schema.properties === undefined ? 'alias' : 'class';
    // Reserves the name for schemas that refer to themselves.
    declarations.set(name, { kind, code: '' });
    const code = kind === 'class' ? classesOf(name, schema) : aliasOf(name, schema);
    declarations.delete(name);
    declarations.set(name, { kind, code });
  };

  for (const root of roots) declare(root, schemas[root] ?? {});
  const codeOf = (kind: Declaration['kind']): string[] =>
    [...declarations.values()].flatMap((each) => (each.kind === kind ? [each.code] : []));
  return `"""Types of the service's contract, generated from its OpenAPI document by \`npm run generate\`."""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict, Union

${[...codeOf('class').map((code) => `\n${code}`), '', ...codeOf('alias')].join('\n')}`;
};
