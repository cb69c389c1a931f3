/** An item of the table. */
export type Item = Readonly<Record<string, unknown>>;

/** The values and the names to which an expression refers. */
export type References = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly names: Readonly<Record<string, string>>;
};

type Evaluate = (item: Item, references: References) => unknown;

/** The members that lead to an attribute. A number is an index of a list. */
type Path = (references: References) => readonly (string | number)[];

const token = /\s*(<>|<=|>=|[()<>=,+-]|[#:]?[A-Za-z_][\w]*(?:\.#?[A-Za-z_]\w*|\[\d+\])*)/y;

const tokensOf = (expression: string): string[] => {
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(expression); match !== null; match = token.exec(expression)) {
    tokens.push(match[1] ?? '');
    if (token.lastIndex === expression.trimEnd().length) return tokens;
  }
  throw new Error(`Cannot read ${JSON.stringify(expression)} after ${JSON.stringify(tokens.at(-1))}`);
};

const pathOf = (text: string): Path => {
  const members = text.match(/#?\w+/g) ?? [];
  return ({ names }) =>
    members.map((member) => {
      if (member.startsWith('#')) return names[member] ?? fail(`There is no name ${member}`);
      return /^\d+$/.test(member) ? Number(member) : member;
    });
};

const invalid = (message: string): Error =>
  Object.assign(new Error(message), { name: 'ValidationException' });

const fail = (message: string): never => {
  throw invalid(message);
};

const valueAt = (item: Item, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, member) => Object(value)[member], item);

const sizeOf = (value: unknown): number | undefined => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
};

const compare: Readonly<Record<string, (left: never, right: never) => boolean>> = {
  '=': (left, right) => JSON.stringify(left) === JSON.stringify(right),
  '<>': (left, right) => JSON.stringify(left) !== JSON.stringify(right),
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** Whether two values have an order: a comparison with an attribute that does not exist is false. */
const areComparable = (operator: string, left: unknown, right: unknown): boolean =>
  operator === '<>' || (left !== undefined && typeof left === typeof right);

class Parser {
  private place = 0;
  private readonly tokens: readonly string[];

  constructor(expression: string) {
    this.tokens = tokensOf(expression);
  }

  get isDone(): boolean {
    return this.place === this.tokens.length;
  }

  private peek(): string {
    return this.tokens[this.place] ?? '';
  }

  private take(expected?: string): string {
    const taken = this.tokens[this.place] ?? '';
    if (expected !== undefined && taken !== expected) fail(`Expected ${expected}, not ${taken}`);
    this.place += 1;
    return taken;
  }

  private accept(expected: string): boolean {
    if (this.peek() !== expected) return false;
    this.place += 1;
    return true;
  }

  private list<Part>(part: () => Part): Part[] {
    const parts = [part()];
    while (this.accept(',')) parts.push(part());
    return parts;
  }

  path(): Path {
    return pathOf(this.take());
  }

  operand(): Evaluate {
    const first = this.term();
    const sign = this.peek();
    if (sign !== '+' && sign !== '-') return first;
    this.take();
    const second = this.term();
    return (item, references) => {
      const [left, right] = [first(item, references), second(item, references)];
      if (typeof left !== 'number' || typeof right !== 'number') return fail('Only numbers can be added');
      return sign === '+' ? left + right : left - right;
    };
  }

  private term(): Evaluate {
    const name = this.take();
    if (this.peek() === '(' && (name === 'size' || name === 'if_not_exists')) {
      this.take('(');
      const path = this.path();
      const otherwise = name === 'if_not_exists' && this.accept(',') ? this.operand() : undefined;
      this.take(')');
      return (item, references) => {
        const value = valueAt(item, path(references));
        return otherwise === undefined ? sizeOf(value) : (value ?? otherwise(item, references));
      };
    }
    if (name.startsWith(':')) return (_, { values }) => values[name] ?? fail(`There is no value ${name}`);
    const path = pathOf(name);
    return (item, references) => valueAt(item, path(references));
  }

  condition(): Evaluate {
    const parts = [this.conjunction()];
    while (this.accept('OR')) parts.push(this.conjunction());
    return (item, references) => parts.some((part) => part(item, references));
  }

  private conjunction(): Evaluate {
    const parts = [this.predicate()];
    while (this.accept('AND')) parts.push(this.predicate());
    return (item, references) => parts.every((part) => part(item, references));
  }

  private predicate(): Evaluate {
    if (this.accept('NOT')) {
      const negated = this.predicate();
      return (item, references) => !negated(item, references);
    }
    if (this.accept('(')) {
      const inner = this.condition();
      this.take(')');
      return inner;
    }
    if (/^(attribute_(not_)?exists|begins_with)$/.test(this.peek())) return this.call();
    const left = this.operand();
    if (this.accept('BETWEEN')) {
      const low = this.operand();
      this.take('AND');
      const high = this.operand();
      return (item, references) => {
        const value = left(item, references) as number;
        return value >= Number(low(item, references)) && value <= Number(high(item, references));
      };
    }
    if (this.accept('IN')) {
      this.take('(');
      const members = this.list(() => this.operand());
      this.take(')');
      return (item, references) => {
        const value = left(item, references);
        return members.some((member) => member(item, references) === value);
      };
    }
    const operator = this.take();
    const holds = compare[operator] ?? fail(`Unknown operator ${operator}`);
    const right = this.operand();
    return (item, references) => {
      const [one, other] = [left(item, references), right(item, references)];
      return areComparable(operator, one, other) && holds(one as never, other as never);
    };
  }

  private call(): Evaluate {
    const name = this.take();
    this.take('(');
    const path = this.path();
    const prefix = this.accept(',') ? this.operand() : undefined;
    this.take(')');
    return (item, references) => {
      const value = valueAt(item, path(references));
      if (prefix !== undefined) return String(value).startsWith(String(prefix(item, references)));
      return (value !== undefined) === (name === 'attribute_exists');
    };
  }

  /** The assignments, removals and additions of an update. */
  change(): readonly ((item: Item, before: Item, references: References) => void)[] {
    const changes: ((item: Item, before: Item, references: References) => void)[] = [];
    while (!this.isDone) {
      const action = this.take();
      this.list(() => {
        const path = this.path();
        if (action === 'REMOVE') {
          changes.push((item, _, references) => assign(item, path(references), undefined));
          return;
        }
        if (action === 'SET') this.take('=');
        const value = this.operand();
        changes.push((item, before, references) => {
          const members = path(references);
          const next = value(before, references);
          if (next === undefined) fail('An assigned attribute does not exist');
          const sum = Number(valueAt(before, members) ?? 0) + Number(next);
          assign(item, members, action === 'ADD' ? sum : next);
        });
      });
    }
    return changes;
  }
}

const assign = (item: Item, path: readonly (string | number)[], value: unknown): void => {
  const parent = valueAt(item, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null) throw invalid('The path of an update does not exist');
  const name = String(path.at(-1));
  if (value === undefined) Reflect.deleteProperty(parent, name);
  else Object.assign(parent, { [name]: value });
};

/** Reads each text once. */
const cached = <Parsed>(parse: (parser: Parser) => Parsed) => {
  const known = new Map<string, Parsed>();
  return (expression: string): Parsed => {
    const found = known.get(expression);
    if (found !== undefined) return found;
    const parser = new Parser(expression);
    const parsed = parse(parser);
    if (!parser.isDone) fail(`Cannot read all of ${JSON.stringify(expression)}`);
    known.set(expression, parsed);
    return parsed;
  };
};

const conditions = cached((parser) => parser.condition());
const changes = cached((parser) => parser.change());

/** Whether a condition holds for an item; one that does not exist has no attributes. */
export const holds = (
  condition: string | undefined,
  item: Item | undefined,
  references: References,
): boolean => condition === undefined || conditions(condition)(item ?? {}, references) === true;

/** The item after an update. */
export const updated = (expression: string, item: Item, references: References): Item => {
  const copy = structuredClone(item);
  for (const change of changes(expression)) change(copy, item, references);
  return copy;
};
