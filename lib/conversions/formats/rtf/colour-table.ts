import { hexColour } from '../../base/hex-colour.ts';

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
  return {
    colourOf: (index) => (index === undefined ? undefined : colours[index]),
    word: (name, parameter) => {
      if (name === 'red' || name === 'green' || name === 'blue') parts[name] = parameter ?? 0;
    },
    text: (text) => {
      for (const character of text) {
        if (character !== ';' || colours.length >= MAX_COLOURS) continue;
        const isAutomatic = Object.keys(parts).length === 0;
        const { red = 0, green = 0, blue = 0 } = parts;
        colours.push(isAutomatic ? undefined : hexColour([red, green, blue]));
        parts = Object.create(null);
      }
    },
  };
}
