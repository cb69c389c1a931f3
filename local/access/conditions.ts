import { type Json, listOf, recordOf, textOf } from '../template/json.ts';
import { compileArnPattern, compilePattern } from './pattern.ts';

/** The context of a request, by lower-case condition key. An absent key has no values. */
export type RequestContext = Readonly<Record<string, readonly string[]>>;

/** A line of a Condition block. */
export type Condition = {
  readonly key: string;
  /** The values as the policy writes them. */
  readonly values: readonly string[];
  readonly holds: (context: RequestContext) => boolean;
  /** Returns the policy's values that match a value of the request. */
  readonly matching: (value: string) => readonly string[];
};

/** The number of values of each supported condition key. A policy with another key cannot be evaluated. */
const knownKeys: Readonly<Record<string, 'single' | 'multiple'>> = {
  'aws:principalaccount': 'single',
  'aws:principalarn': 'single',
  'aws:securetransport': 'single',
  'aws:sourceaccount': 'single',
  'aws:sourcearn': 'single',
  'dynamodb:enclosingoperation': 'single',
  'dynamodb:leadingkeys': 'multiple',
  's3:prefix': 'single',
};

type Operator = {
  readonly compile: (wanted: string) => (value: string) => boolean;
  /** `...Not...`: true if no value matches. */
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
 * Compiles the Condition block of a statement. All of its lines must be true.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 * @throws Error for an unsupported operator or key: to ignore it would grant too much or too little
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
  if (kind === 'multiple' && set === undefined) {
    throw new Error(`${key} has multiple values, so ${name} needs ForAllValues or ForAnyValue`);
  }
  const wanted = values.map((value) => ({ value, matches: operator.compile(value) }));
  const matchesOne = (value: string): boolean =>
    wanted.some(({ matches }) => matches(value)) !== (operator.negated === true);
  const whenAbsent = ifExists !== undefined || (set === undefined && operator.negated === true);
  const holds = (context: RequestContext): boolean => {
    const given = valuesIn(context);
    // On AWS, ForAllValues is true for an absent key. That is why policies add Null.
    if (set === 'ForAllValues') return given.every(matchesOne);
    return given.length === 0 ? whenAbsent : given.some(matchesOne);
  };
  const matching = (value: string): readonly string[] =>
    operator.negated ? [] : wanted.filter(({ matches }) => matches(value)).map((one) => one.value);
  return { key, values, holds, matching };
}
