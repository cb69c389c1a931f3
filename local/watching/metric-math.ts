/** A value of a period, or several of different metrics; undefined without data. */
type Value = number | undefined | readonly (number | undefined)[];

const token = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z]\w*)|(>=|<=|==|!=|[-+*/(),[\]<>]))/y;

const binary: Readonly<
  Record<string, { readonly rank: number; readonly apply: (a: number, b: number) => number }>
> = {
  OR: { rank: 1, apply: (a, b) => Number(a !== 0 || b !== 0) },
  AND: { rank: 2, apply: (a, b) => Number(a !== 0 && b !== 0) },
  '>=': { rank: 3, apply: (a, b) => Number(a >= b) },
  '<=': { rank: 3, apply: (a, b) => Number(a <= b) },
  '>': { rank: 3, apply: (a, b) => Number(a > b) },
  '<': { rank: 3, apply: (a, b) => Number(a < b) },
  '==': { rank: 3, apply: (a, b) => Number(a === b) },
  '!=': { rank: 3, apply: (a, b) => Number(a !== b) },
  '+': { rank: 4, apply: (a, b) => a + b },
  '-': { rank: 4, apply: (a, b) => a - b },
  '*': { rank: 5, apply: (a, b) => a * b },
  '/': { rank: 5, apply: (a, b) => a / b },
};

const numberOf = (value: Value): number | undefined => (typeof value === 'object' ? undefined : value);

const functions: Readonly<Record<string, (args: readonly Value[]) => Value>> = {
  FILL: ([value, filling]) => value ?? filling,
  // Without its condition an IF has no data; a division by zero in the other branch does not matter.
  IF: ([condition, yes, no]) => (condition === undefined ? undefined : condition === 0 ? no : yes),
  MAX: ([list]) => {
    const known = (Array.isArray(list) ? list : [list]).filter((each) => typeof each === 'number');
    return known.length === 0 ? undefined : known.reduce((most, each) => Math.max(most, each));
  },
};

const tokensOf = (expression: string): string[] => {
  const found: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < expression.trimEnd().length) {
    const match = token.exec(expression);
    if (match === null) throw new Error(`Cannot read the metric math ${expression}`);
    found.push(match[0].trim());
  }
  return found;
};

/**
 * Evaluates an expression of CloudWatch's metric math for one period: arithmetic, comparisons, AND, OR, IF, FILL and MAX, which are all that
 * the stack uses.
 *
 * @param values the values of the metrics by their ids; undefined without data
 * @throws Error for anything else
 */
export function evaluateMath(
  expression: string,
  values: ReadonlyMap<string, number | undefined>,
): number | undefined {
  const tokens = tokensOf(expression);
  let at = 0;
  const expect = (text: string): void => {
    if (tokens[at] !== text) throw new Error(`Expected ${text} in the metric math ${expression}`);
    at += 1;
  };
  const list = (end: string): Value[] => {
    const items: Value[] = [];
    while (tokens[at] !== end) {
      items.push(calculate(0));
      if (tokens[at] !== end) expect(',');
    }
    at += 1;
    return items;
  };
  const operand = (): Value => {
    const text = tokens[at] ?? '';
    at += 1;
    if (/^\d/.test(text)) return Number(text);
    if (text === '[') return list(']').map(numberOf);
    if (text === '(') {
      const value = calculate(0);
      expect(')');
      return value;
    }
    const call = functions[text];
    if (call !== undefined && tokens[at] === '(') {
      at += 1;
      return call(list(')'));
    }
    if (!values.has(text))
      throw new Error(`Unknown ${JSON.stringify(text)} in the metric math ${expression}`);
    return values.get(text);
  };
  const calculate = (rank: number): Value => {
    let left = operand();
    for (;;) {
      const operator = binary[tokens[at] ?? ''];
      if (operator === undefined || operator.rank <= rank) return left;
      at += 1;
      const [a, b] = [numberOf(left), numberOf(calculate(operator.rank))];
      const result = a === undefined || b === undefined ? undefined : operator.apply(a, b);
      left = Number.isFinite(result) ? result : undefined;
    }
  };
  const result = calculate(0);
  if (at < tokens.length) throw new Error(`Unexpected ${tokens[at]} in the metric math ${expression}`);
  return numberOf(result);
}
