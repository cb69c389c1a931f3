import { type FormatToken, type MarkedFormat, markOf } from './marked-format.ts';

/** Splits a number into numerator and denominator with at most so many digits each. */
type ToFraction = (
  value: number,
  numeratorDigits: number,
  denominatorDigits: number,
) => readonly [numerator: number, denominator: number];

// The types of the tokens of a fraction: its whole number and what separates it, its numerator and its denominator.
const digits: readonly string[] = ['HASH', 'ZERO', 'QMARK'];
const wholeDigits: readonly string[] = [...digits, 'GROUP', 'COMMA'];
const denominatorDigits: readonly string[] = [...digits, 'DIGIT'];
const separators: readonly string[] = ['SPACE', 'ESCAPED', 'STRING'];

interface Fraction {
  readonly start: number;
  readonly end: number;
  readonly hasWhole: boolean;
  readonly separator: string;
  readonly numeratorWidth: number;
  readonly denominatorDigits: number;
  /** The denominator of a format such as `# ?/8`. */
  readonly fixed: number | undefined;
}

const textOf = ({ type, raw }: FormatToken): string => {
  if (type === 'STRING') return raw.slice(1, -1);
  return type === 'ESCAPED' ? raw.slice(1) : raw;
};

function fractionAt(tokens: readonly FormatToken[], slash: number): Fraction | undefined {
  const isOf = (types: readonly string[], at: number): boolean => types.includes(tokens[at]?.type ?? '');
  const firstOf = (types: readonly string[], before: number): number => {
    let at = before;
    while (isOf(types, at - 1)) at -= 1;
    return at;
  };
  const numerator = firstOf(digits, slash);
  let end = slash + 1;
  while (isOf(denominatorDigits, end)) end += 1;
  if (numerator === slash || end === slash + 1) return undefined;
  const separator = firstOf(separators, numerator);
  const whole = firstOf(wholeDigits, separator);
  const hasWhole = separator < numerator && whole < separator;
  const denominator = tokens
    .slice(slash + 1, end)
    .map(textOf)
    .join('');
  return {
    start: hasWhole ? whole : numerator,
    end,
    hasWhole,
    separator: hasWhole ? tokens.slice(separator, numerator).map(textOf).join('') : '',
    numeratorWidth: slash - numerator,
    denominatorDigits: denominator.length,
    fixed: /^[1-9]\d*$/.test(denominator) ? Number(denominator) : undefined,
  };
}

/** Shows a number of zero or more as a fraction, which it carries over to the whole number if it is one. */
function fractionText(value: number, format: Fraction, toFraction: ToFraction): string {
  const whole = format.hasWhole ? Math.floor(value) : 0;
  const rest = value - whole;
  const { fixed } = format;
  const [numerator, denominator] =
    fixed === undefined
      ? toFraction(rest, Number.POSITIVE_INFINITY, format.denominatorDigits)
      : [Math.round(rest * fixed), fixed];
  if (!format.hasWhole) return `${numerator}/${denominator}`;
  if (numerator === 0 || numerator === denominator) return String(whole + numerator / denominator);
  const part = `${String(numerator).padStart(format.numeratorWidth)}/${denominator}`;
  return `${whole === 0 ? '' : whole}${format.separator}${part}`;
}

/** Puts a mark in place of each fraction of a format code, `# ?/?`; undefined if it has none. */
export function markFractions(
  tokens: readonly FormatToken[],
  toFraction: ToFraction,
): MarkedFormat | undefined {
  const fractions = tokens.flatMap(({ type }, index) => {
    const found = type === 'SLASH' ? fractionAt(tokens, index) : undefined;
    return found === undefined ? [] : [found];
  });
  if (fractions.length === 0) return undefined;
  let code = '';
  let from = 0;
  for (const [index, { start, end }] of fractions.entries()) {
    code += `${tokens
      .slice(from, start)
      .map(({ raw }) => raw)
      .join('')}"${markOf(index)}"`;
    from = end;
  }
  code += tokens
    .slice(from)
    .map(({ raw }) => raw)
    .join('');
  return {
    code,
    fill: (shown, value) =>
      fractions.reduce((text, fraction, index) => {
        const mark = markOf(index);
        return text.includes(mark)
          ? text.replaceAll(mark, fractionText(Math.abs(value), fraction, toFraction))
          : text;
      }, shown),
  };
}
