/** Declarations of a `style` attribute: values in lower case by property. */
export function declarationsOf(style: string): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    const [value = ''] = declaration.slice(colon + 1).split('!');
    if (colon > 0) declarations.set(declaration.slice(0, colon).trim(), value.trim());
  }
  return declarations;
}
