// Texts and names in quotation marks; references; and the characters that differ between the two notations.
const TOKEN = /"[^"]*"|\[([^[\]"]*)\]|[;|]/g;
// `.A1`, `$Sheet2.A1:.B3`, `$'My Sheet'.$A$1`. A reference to another file has a hash sign.
const REFERENCE =
  /^(?:\$?('[^']*'|[^'.#:]*))?\.(\$?[A-Z]*\$?\d*)(?::(?:\$?(?:'[^']*'|[^'.#:]*))?\.(\$?[A-Z]*\$?\d*))?$/;
// Unions and intersections of references.
const UNSUPPORTED = /[~!]/;

function referenceOf(text: string): string | undefined {
  const found = REFERENCE.exec(text);
  if (found === null) return undefined;
  const [, sheet = '', first = '', last] = found;
  const range = last === undefined ? first : `${first}:${last}`;
  return sheet === '' ? range : `${sheet.startsWith("'") ? sheet : `'${sheet}'`}!${range}`;
}

/** A formula of OpenFormula (ODF 1.3 part 4) in the notation of Excel, without the equals sign; undefined if it has none. */
export function excelFormula(source: string): string | undefined {
  const formula = /^(?:of|oooc):=/.exec(source) === null ? undefined : source.slice(source.indexOf('=') + 1);
  if (formula === undefined || UNSUPPORTED.test(formula.replaceAll(TOKEN, ''))) return undefined;
  let isKnown = true;
  const written = formula.replaceAll(TOKEN, (token, reference?: string) => {
    if (token === ';') return ',';
    if (token === '|') return ';';
    if (reference === undefined) return token;
    const cells = referenceOf(reference);
    isKnown &&= cells !== undefined;
    return cells ?? token;
  });
  return isKnown ? written : undefined;
}
