/** The colours of a document by index, as `#rrggbb` (RTF 1.9.1, "Color Table"). */
export interface ColourTable {
  /** Undefined for the automatic colour. */
  readonly colourOf: (index: number | undefined) => string | undefined;
  readonly word: (name: string, parameter: number | undefined) => void;
  /** Each `;` ends a colour. */
  readonly text: (text: string) => void;
}

// Word writes at most 17 colours besides those of its theme.
const MAX_COLOURS = 4096;

/** An empty colour table. */
export function createColourTable(): ColourTable {
  const colours: (string | undefined)[] = [];
  let parts: Record<string, number> = Object.create(null);
  const hexadecimal = (name: string): string =>
    Math.min(255, Math.max(0, parts[name] ?? 0))
      .toString(16)
      .padStart(2, '0');
  return {
    colourOf: (index) => (index === undefined ? undefined : colours[index]),
    word: (name, parameter) => {
      if (name === 'red' || name === 'green' || name === 'blue') parts[name] = parameter ?? 0;
    },
    text: (text) => {
      for (const character of text) {
        if (character !== ';' || colours.length >= MAX_COLOURS) continue;
        const isAutomatic = Object.keys(parts).length === 0;
        colours.push(
          isAutomatic ? undefined : `#${hexadecimal('red')}${hexadecimal('green')}${hexadecimal('blue')}`,
        );
        parts = Object.create(null);
      }
    },
  };
}
