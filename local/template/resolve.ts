import { isList, isRecord, type Json, TemplateError, textOf } from './json.ts';

/** Resolves the references of a template. Each function returns undefined for an unknown name. */
export type Scope = {
  readonly ref: (name: string) => Json | undefined;
  readonly attribute: (logicalId: string, attribute: string) => Json | undefined;
};

/**
 * Evaluates the intrinsic functions in a template value: Ref, Fn::GetAtt, Fn::Join, Fn::Sub, Fn::Select and Fn::Split.
 *
 * @param where the logical id and the property, for error messages
 * @throws {TemplateError} for another intrinsic function, or a reference to a resource that does not run locally
 */
export function resolve(value: Json, scope: Scope, where: string): Json {
  if (isList(value)) return value.map((item) => resolve(item, scope, where));
  if (!isRecord(value)) return value;
  const [name, ...others] = Object.keys(value);
  if (name !== undefined && others.length === 0 && isIntrinsic(name)) {
    return resolveIntrinsic(name, value[name] ?? null, scope, where);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, resolve(member, scope, where)]),
  );
}

function resolveIntrinsic(name: string, argument: Json, scope: Scope, where: string): Json {
  const resolved = (item: Json | undefined): Json => resolve(item ?? null, scope, where);
  const texts = (item: Json | undefined): string[] => {
    const list = resolved(item);
    if (!isList(list)) throw new TemplateError(`${where}: ${name} needs a list`);
    return list.map((member) => textOf(member) ?? fail(where, `${name} has a member that is not a string`));
  };
  const list = isList(argument) ? argument : [argument];
  switch (name) {
    case 'Ref':
      return refer(textOf(argument) ?? '', scope, where);
    case 'Fn::GetAtt': {
      const [logicalId = '', name = ''] = texts(argument);
      return attribute(logicalId, name, scope, where);
    }
    case 'Fn::Join':
      return texts(list[1]).join(textOf(list[0]) ?? '');
    case 'Fn::Split':
      return (textOf(resolved(list[1])) ?? '').split(textOf(list[0]) ?? '');
    case 'Fn::Select': {
      const items = resolved(list[1]);
      const chosen = isList(items) ? items[Number(resolved(list[0]))] : undefined;
      return chosen ?? fail(where, 'the index of Fn::Select is out of range');
    }
    case 'Fn::Sub':
      return substitute(argument, scope, where);
    default:
      return fail(where, `${name} is not supported locally`);
  }
}

/** Replaces the names in the text of `Fn::Sub`, without variables of its own. */
function substitute(argument: Json, scope: Scope, where: string): string {
  const text = textOf(argument) ?? fail(where, 'Fn::Sub needs a text');
  return text.replace(
    /\$\{([^}]+)\}/g,
    (placeholder, name: string) =>
      textOf(refer(name, scope, where)) ?? fail(where, `${placeholder} is not a string`),
  );
}

function refer(name: string, scope: Scope, where: string): Json {
  return scope.ref(name) ?? fail(where, `refers to ${name}, which does not run locally`);
}

function attribute(logicalId: string, name: string, scope: Scope, where: string): Json {
  return (
    scope.attribute(logicalId, name) ??
    fail(where, `needs ${logicalId}.${name}, which does not exist locally`)
  );
}

function isIntrinsic(name: string): boolean {
  return name === 'Ref' || name.startsWith('Fn::');
}

function fail(where: string, what: string): never {
  throw new TemplateError(`${where}: ${what}`);
}
