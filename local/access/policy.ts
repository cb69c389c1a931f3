import { isRecord, type Json, listOf, recordOf, textOf } from '../template/json.ts';
import { type Condition, compileConditions, type RequestContext } from './conditions.ts';
import { compileArnPattern, compilePattern } from './pattern.ts';

/** An action on a resource, the unit that AWS authorizes. */
export type AccessRequest = {
  /** For example `dynamodb:GetItem`. */
  readonly action: string;
  /** An ARN. */
  readonly resource: string;
  readonly context?: RequestContext;
};

/** The caller, as policies identify it. */
export type Caller = {
  /** Of the session: `arn:aws:sts::<account>:assumed-role/<role>/<function>`. */
  readonly arn: string;
  readonly roleArn: string;
  readonly accountId: string;
};

/** The patterns of an element of a statement. */
type Element = {
  readonly texts: readonly string[];
  /** Returns the matching pattern. */
  readonly fitting: (value: string) => string | undefined;
};

/** A compiled statement. */
export type Statement = {
  /** The position in the template: `<logical id of the policy>[<index>]`. */
  readonly id: string;
  readonly effect: 'Allow' | 'Deny';
  readonly actions: Element;
  readonly resources: Element;
  readonly conditions: readonly Condition[];
  /** Only in a resource policy. An identity policy applies to its role. */
  readonly appliesTo: (caller: Caller) => boolean;
};

/**
 * Compiles a policy document.
 *
 * @param id identifies the document: its logical id
 * @param kind whether statements have a Principal
 * @throws Error with the statement's position, for everything that this check would not evaluate as AWS does
 */
export function compilePolicy(
  document: Json | undefined,
  id: string,
  kind: 'identity' | 'resource',
): Statement[] {
  const { Statement: statements = [] } = recordOf(document);
  const list = isRecord(statements) ? [statements] : listOf(statements);
  return list.map((statement, index) => {
    const place = `${id}[${index}]`;
    try {
      return compileStatement(recordOf(statement), place, kind);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${place}: ${message}`, { cause });
    }
  });
}

const knownElements = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition', 'Principal']);

function compileStatement(
  statement: Readonly<Record<string, Json>>,
  id: string,
  kind: 'identity' | 'resource',
): Statement {
  const unknown = Object.keys(statement).find((name) => !knownElements.has(name));
  if (unknown !== undefined) throw new Error(`the element ${unknown} is not supported`);
  const { Effect: effect } = statement;
  if (effect !== 'Allow' && effect !== 'Deny') throw new Error(`the effect is ${effect}`);
  if ((kind === 'resource') !== (statement.Principal !== undefined)) {
    throw new Error(
      `a statement of ${kind === 'resource' ? 'a resource' : 'an identity'} policy ${kind === 'resource' ? 'needs a' : 'has no'} Principal`,
    );
  }
  return {
    id,
    effect,
    actions: compileElement(statement, 'Action', compileActionPattern),
    resources: compileElement(statement, 'Resource', compileArnPattern),
    conditions: compileConditions(statement.Condition),
    appliesTo: kind === 'identity' ? () => true : compilePrincipal(statement.Principal),
  };
}

function compileElement(
  statement: Readonly<Record<string, Json>>,
  name: 'Action' | 'Resource',
  compile: (pattern: string) => (value: string) => boolean,
): Element {
  const value = statement[name] ?? null;
  const texts = (Array.isArray(value) ? listOf(value) : [value]).map((item) => {
    const text = textOf(item);
    if (!text) throw new Error(`${name} has a member that is not a string`);
    return text;
  });
  const patterns = texts.map((text) => ({ text, fits: compile(text) }));
  return { texts, fitting: (subject) => patterns.find(({ fits }) => fits(subject))?.text };
}

/** Compiles a pattern of an action, which is case-insensitive. */
function compileActionPattern(pattern: string): (action: string) => boolean {
  if (pattern !== '*' && !pattern.includes(':')) throw new Error(`an action needs a service: ${pattern}`);
  const fits = compilePattern(pattern.toLowerCase());
  return (action) => fits(action.toLowerCase());
}

/** Compiles a Principal: `*`, or `{AWS: ...}` with accounts, roles and sessions. Other principals never match a function. */
function compilePrincipal(principal: Json | undefined): (caller: Caller) => boolean {
  if (principal === '*') return () => true;
  if (!isRecord(principal)) throw new Error(`the Principal ${JSON.stringify(principal)} is not supported`);
  const { AWS: own = [], ...others } = principal;
  const foreign = Object.keys(others).find(
    (kind) => !['Service', 'Federated', 'CanonicalUser'].includes(kind),
  );
  if (foreign !== undefined) throw new Error(`the Principal ${foreign} is not supported`);
  const names = new Set((Array.isArray(own) ? listOf(own) : [own]).map((item) => textOf(item) ?? ''));
  return ({ arn, roleArn, accountId }) =>
    ['*', arn, roleArn, accountId, `arn:aws:iam::${accountId}:root`].some((name) => names.has(name));
}
