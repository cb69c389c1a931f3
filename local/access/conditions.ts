import { type Json, listOf, recordOf, textOf } from '../template/json.ts';
import { compileArnPattern, compilePattern } from './pattern.ts';

/** The context of a request by lower-case condition key; a key that is absent has no values. */
export type RequestContext = Readonly<Record<string, readonly string[]>>;

/** One line of a Condition block. */
export type Condition = {
  readonly key: string;
  /** The values as the policy writes them. */
  readonly values: readonly string[];
  readonly holds: (context: RequestContext) => boolean;
  /** The policy's values that a value of the request matches. */
  readonly matching: (value: string) => readonly string[];
};

/** What each key of the requests that are judged here may contain; a policy with another key cannot be judged. */
const knownKeys: Readonly<Record<string, 'one' | 'several'>> = {
  'aws:principalaccount': 'one',
  'aws:principalarn': 'one',
  'aws:securetransport': 'one',
  'aws:sourceaccount': 'one',
  'aws:sourcearn': 'one',
  'dynamodb:enclosingoperation': 'one',
  'dynamodb:leadingkeys': 'several',
  's3:prefix': 'one',
};

type Operator = {
  readonly compile: (wanted: string) => (value: string) => boolean;
  /** `...Not...`: holds if the value matches none. */
  readonly negated?: true;
};

const equals: Operator['compile'] = (wanted) => (value) => value === wanted;
const equalsIgnoringCase: Operator['compile'] = (wanted) => (value) =>
  value.toLowerCase() === wanted.toLowerCase();

const operators: Readonly<Record<string, Operator>> = {
  StringEquals: { compile: equals },
  StringNotEquals: { compile: equals, negated: true },
  StringEqualsIgnoreCase: { compile: equalsIgnoringCase },
  StringNotEqualsIgnoreCase: { compile: equalsIgnoringCase, negated: true },
  StringLike: { compile: compilePattern },
  StringNotLike: { compile: compilePattern, negated: true },
  ArnEquals: { compile: compileArnPattern },
  ArnLike: { compile: compileArnPattern },
  ArnNotEquals: { compile: compileArnPattern, negated: true },
  ArnNotLike: { compile: compileArnPattern, negated: true },
  Bool: { compile: equalsIgnoringCase },
};

/**
 * Compiles the Condition block of a statement; all of its lines must hold.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 * @throws Error for an operator or a key that is not known here: passing over it would grant too much or too little
 */
export function compileConditions(block: Json | undefined): readonly Condition[] {
  return Object.entries(recordOf(block)).flatMap(([operator, lines]) =>
    Object.entries(recordOf(lines)).map(([key, values]) =>
      compileCondition(
        operator,
        key.toLowerCase(),
        (Array.isArray(values) ? listOf(values) : [values]).map((value) => textOf(value) ?? ''),
      ),
    ),
  );
}

function compileCondition(name: string, key: string, values: readonly string[]): Condition {
  const kind = Object.hasOwn(knownKeys, key) ? knownKeys[key] : undefined;
  if (kind === undefined) throw new Error(`the condition key ${key} is not supported`);
  const valuesIn = (context: RequestContext): readonly string[] => context[key] ?? [];
  if (name === 'Null' || name === 'NullIfExists') {
    const wanted = values.map((value) => value.toLowerCase() === 'true');
    const holds = (context: RequestContext): boolean => wanted.includes(valuesIn(context).length === 0);
    return { key, values, holds, matching: () => [] };
  }
  const [, set, base = '', ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(name) ?? [];
  const operator = Object.hasOwn(operators, base) ? operators[base] : undefined;
  if (operator === undefined) throw new Error(`the condition operator ${name} is not supported`);
  if (kind === 'several' && set === undefined) {
    throw new Error(`${key} has several values, so ${name} needs ForAllValues or ForAnyValue`);
  }
  const wanted = values.map((value) => ({ value, matches: operator.compile(value) }));
  const matchesOne = (value: string): boolean =>
    wanted.some(({ matches }) => matches(value)) !== (operator.negated === true);
  const whenAbsent = ifExists !== undefined || (set === undefined && operator.negated === true);
  const holds = (context: RequestContext): boolean => {
    const given = valuesIn(context);
    // ForAllValues holds for a key that is absent: AWS says so, and that is why policies add Null.
    if (set === 'ForAllValues') return given.every(matchesOne);
    return given.length === 0 ? whenAbsent : given.some(matchesOne);
  };
  const matching = (value: string): readonly string[] =>
    operator.negated ? [] : wanted.filter(({ matches }) => matches(value)).map((one) => one.value);
  return { key, values, holds, matching };
}
