/** The text of a number in a column that is too narrow for it. */
const TOO_NARROW = '###';

/**
 * Returns the text of a number that fits in a column: as it is, with fewer decimals if its format is General, and
 * otherwise `###`.
 */
export function numberText(
  text: string,
  general: number | undefined,
  fits: (text: string) => boolean,
): string {
  if (fits(text)) return text;
  if (general !== undefined) {
    const decimals = text.split('.')[1]?.length ?? 0;
    for (let digits = Math.min(decimals, 15) - 1; digits >= 0; digits -= 1) {
      const rounded = general.toFixed(digits);
      if (fits(rounded)) return rounded;
    }
    for (let digits = 6; digits >= 0; digits -= 1) {
      const rounded = general
        .toExponential(digits)
        .replace(/e([+-])(\d)$/, 'E$10$2')
        .replace('e', 'E');
      if (fits(rounded)) return rounded;
    }
  }
  return TOO_NARROW;
}
