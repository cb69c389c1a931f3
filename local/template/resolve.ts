import { isList, isRecord, type Json, recordOf, TemplateError, textOf } from './json.ts';

/** Where the values that a template refers to come from; each answers undefined for what it does not know. */
export type Scope = {
  readonly ref: (name: string) => Json | undefined;
  readonly attribute: (logicalId: string, attribute: string) => Json | undefined;
  readonly condition: (name: string) => Json | undefined;
};

/**
 * A template value with its intrinsic functions evaluated.
 *
 * Knows Ref, Fn::GetAtt, Fn::Join, Fn::Sub, Fn::Select, Fn::Split, Fn::If and the condition functions; a `Ref` to
 * `AWS::NoValue` drops its member, as CloudFormation does.
 * @param where what is being read, for the error: the logical id and the property
 * @throws {TemplateError} an intrinsic that is not among these, or a reference to what does not run locally
 */
export function resolve(value: Json, scope: Scope, where: string): Json {
  if (isList(value))
    return value.filter((item) => !isNoValue(item)).map((item) => resolve(item, scope, where));
  if (!isRecord(value)) return value;
  const [name, ...others] = Object.keys(value);
  if (name !== undefined && others.length === 0 && isIntrinsic(name)) {
    return resolveIntrinsic(name, value[name] ?? null, scope, where);
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !isNoValue(member))
      .map(([key, member]) => [key, resolve(member, scope, where)]),
  );
}

function resolveIntrinsic(name: string, argument: Json, scope: Scope, where: string): Json {
  const resolved = (item: Json | undefined): Json => resolve(item ?? null, scope, where);
  const texts = (item: Json | undefined): string[] => {
    const list = resolved(item);
    if (!isList(list)) throw new TemplateError(`${where}: ${name} needs a list`);
    return list.map((member) => textOf(member) ?? fail(where, `${name} has a member that is no text`));
  };
  const list = isList(argument) ? argument : [argument];
  switch (name) {
    case 'Ref':
      return refer(textOf(argument) ?? '', scope, where);
    case 'Fn::GetAtt': {
      const path = isList(argument)
        ? argument.map((part) => textOf(resolved(part)) ?? '')
        : String(argument).split('.');
      return attribute(path[0] ?? '', path.slice(1).join('.'), scope, where);
    }
    case 'Fn::Join':
      return texts(list[1]).join(textOf(list[0]) ?? '');
    case 'Fn::Split':
      return (textOf(resolved(list[1])) ?? '').split(textOf(list[0]) ?? '');
    case 'Fn::Select': {
      const items = resolved(list[1]);
      const chosen = isList(items) ? items[Number(resolved(list[0]))] : undefined;
      return chosen ?? fail(where, 'Fn::Select picks what the list does not have');
    }
    case 'Fn::Sub':
      return substitute(list, scope, where);
    case 'Fn::If': {
      const condition = scope.condition(textOf(list[0]) ?? '') ?? fail(where, `no condition ${list[0]}`);
      const branch = (resolved(condition) === true ? list[1] : list[2]) ?? null;
      return isNoValue(branch) ? null : resolved(branch);
    }
    case 'Condition':
      return resolved(scope.condition(textOf(argument) ?? '') ?? fail(where, `no condition ${argument}`));
    case 'Fn::Equals':
      return JSON.stringify(resolved(list[0])) === JSON.stringify(resolved(list[1]));
    case 'Fn::Not':
      return resolved(list[0]) !== true;
    case 'Fn::And':
      return list.every((item) => resolved(item) === true);
    case 'Fn::Or':
      return list.some((item) => resolved(item) === true);
    default:
      return fail(where, `${name} is not supported locally`);
  }
}

function substitute(list: readonly Json[], scope: Scope, where: string): string {
  const own = recordOf(list[1]);
  return (textOf(list[0]) ?? '').replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal !== '') return `\${${name}}`;
    const ownValue = own[name];
    const dot = name.indexOf('.');
    const value =
      ownValue !== undefined
        ? resolve(ownValue, scope, where)
        : dot < 0
          ? refer(name, scope, where)
          : attribute(name.slice(0, dot), name.slice(dot + 1), scope, where);
    return textOf(value) ?? fail(where, `\${${name}} is no text`);
  });
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
  return name === 'Ref' || name === 'Condition' || name.startsWith('Fn::');
}

function isNoValue(value: Json): boolean {
  return isRecord(value) && value.Ref === 'AWS::NoValue';
}

function fail(where: string, what: string): never {
  throw new TemplateError(`${where}: ${what}`);
}
