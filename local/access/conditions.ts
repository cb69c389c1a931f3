import { type Json, listOf, recordOf, textOf } from '../template/json.ts';
import { compilePattern, type Pattern } from './pattern.ts';

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
  'aws:securetransport': 'single',
  'aws:sourcearn': 'single',
  'dynamodb:leadingkeys': 'multiple',
  's3:authtype': 'single',
  's3:existingobjecttag/guarddutymalwarescanstatus': 'single',
};

const operators: Readonly<Record<string, (wanted: string) => Pattern>> = {
  StringEquals: (wanted) => (value) => value === wanted,
  StringLike: compilePattern,
  Bool: (wanted) => (value) => value.toLowerCase() === wanted.toLowerCase(),
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
  if (name === 'Null') {
    const wanted = values.map((value) => value.toLowerCase() === 'true');
    const holds = (context: RequestContext): boolean => wanted.includes(valuesIn(context).length === 0);
    return { key, values, holds, matching: () => [] };
  }
  const [, set, given = ''] = /^(ForAllValues:)?(\w+)$/.exec(name) ?? [];
  const isNegated = given === 'StringNotEquals';
  const base = isNegated ? 'StringEquals' : given;
  const compile = Object.hasOwn(operators, base) ? operators[base] : undefined;
  if (compile === undefined) throw new Error(`the condition operator ${name} is not supported`);
  if (kind === 'multiple' && set === undefined) {
    throw new Error(`${key} has multiple values, so ${name} needs ForAllValues`);
  }
  const wanted = values.map((value) => ({ value, matches: compile(value) }));
  const matching = (value: string): readonly string[] =>
    wanted.filter(({ matches }) => matches(value)).map((one) => one.value);
  const holds = (context: RequestContext): boolean => {
    const present = valuesIn(context);
    const matchesOne = (value: string): boolean => matching(value).length > 0;
    // A negated operator is true for an absent key.
    if (isNegated) return !present.some(matchesOne);
    // On AWS, ForAllValues is true for an absent key. That is why policies add Null.
    return set === undefined ? present.some(matchesOne) : present.every(matchesOne);
  };
  return { key, values, holds, matching };
}
