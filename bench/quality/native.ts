/** A value in the syntax of Haskell's `show`, as pandoc's golden files (`.native`) are written in. */
export type NativeValue =
  | string
  | number
  | readonly NativeValue[]
  | { readonly name: string; readonly values: readonly NativeValue[] };

// Strings with escapes, numbers, names, and single signs.
const TOKEN =
  /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|(-?\d+(?:\.\d+)?(?:e-?\d+)?)|([A-Za-z][\w.']*)|([[\](){},=%]))/gy;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '&': '' };

// A number and the letter that follows it are separated by `\&`.
const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:(\d+)|([\s\S]))/g, (_, code?: string, letter = '') =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCodePoint(Number(code)),
  );

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'name' | 'sign'; readonly text: string };

function* tokensOf(source: string): Generator<Token> {
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source)) {
    const [, text, number, name, sign = ''] = match;
    if (text !== undefined) yield { kind: 'text', text: unescaped(text) };
    else if (number !== undefined) yield { kind: 'number', number: Number(number) };
    else if (name !== undefined) yield { kind: 'name', text: name };
    else yield { kind: 'sign', text: sign };
  }
}

/** Parses a golden file. Throws a TypeError if it is not in this syntax. */
export function parseNative(source: string): NativeValue {
  const tokens = [...tokensOf(source)];
  let at = 0;
  const isSign = (sign: string): boolean => {
    const token = tokens[at];
    return token?.kind === 'sign' && token.text === sign;
  };

  function sequence(end: string): NativeValue[] {
    const values: NativeValue[] = [];
    at += 1;
    while (!isSign(end)) {
      if (at >= tokens.length) throw new TypeError(`A ${end} is missing.`);
      if (isSign(',') || isSign('=') || isSign('%')) at += 1;
      else values.push(application());
    }
    at += 1;
    return values;
  }

  /** A value without arguments; undefined at a sign that ends one. */
  function single(): NativeValue | undefined {
    const token = tokens[at];
    if (token === undefined) return undefined;
    if (token.kind === 'sign') {
      if (token.text === '[') return sequence(']');
      if (token.text === '{') return sequence('}');
      if (token.text !== '(') return undefined;
      const inside = sequence(')');
      return inside.length === 1 ? inside[0] : inside;
    }
    at += 1;
    if (token.kind === 'number') return token.number;
    return token.kind === 'text' ? token.text : { name: token.text, values: [] };
  }

  /** A name with its arguments, or another value. */
  function application(): NativeValue {
    const head = single();
    if (head === undefined) throw new TypeError('A value is missing.');
    if (typeof head !== 'object' || !('name' in head)) return head;
    // A name in brackets has its arguments already.
    const values: NativeValue[] = [...head.values];
    for (let next = single(); next !== undefined; next = single()) values.push(next);
    return { name: head.name, values };
  }

  return application();
}
