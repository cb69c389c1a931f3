import type { RtfStyle } from '../../shared/wordprocessing/flow.ts';
import { headingLevelOf, isCodeStyle, quoteLevelOf } from '../../shared/wordprocessing/style-kinds.ts';
import { MAX_NAME_CHARACTERS } from './font-table.ts';

/** The style sheet of a document (RTF 1.9.1, "Style Sheet"). */
interface StyleSheet {
  /** Paragraph styles by number. */
  readonly styles: ReadonlyMap<number, RtfStyle>;
  readonly word: (name: string, parameter: number | undefined) => void;
  /** Appends a piece of the current style's name, which `;` ends. */
  readonly text: (text: string) => void;
}

interface OpenStyle {
  readonly id: number;
  name: string;
  outlineLevel: number | undefined;
}

// \outlinelevel counts from 0; 9 is body text.
const MAX_OUTLINE_LEVEL = 8;

function toStyle({ name, outlineLevel }: OpenStyle): RtfStyle {
  const byOutline =
    outlineLevel !== undefined && outlineLevel <= MAX_OUTLINE_LEVEL ? outlineLevel + 1 : undefined;
  return {
    headingLevel: headingLevelOf(name) ?? byOutline,
    isQuote: quoteLevelOf(name) !== undefined,
    isCode: isCodeStyle(name),
  };
}

/** An empty style sheet. */
export function createStyleSheet(): StyleSheet {
  const styles = new Map<number, RtfStyle>();
  let style: OpenStyle | undefined;
  return {
    styles,
    word: (name, parameter) => {
      if (name === 's') style = { id: parameter ?? 0, name: '', outlineLevel: undefined };
      // Character, section and table styles.
      else if (name === 'cs' || name === 'ds' || name === 'ts') style = undefined;
      else if (name === 'outlinelevel' && style !== undefined) style.outlineLevel = parameter;
    },
    text: (text) => {
      if (style === undefined) return;
      const end = text.indexOf(';');
      style.name += text.slice(0, end < 0 ? MAX_NAME_CHARACTERS - style.name.length : end);
      if (end < 0) return;
      styles.set(style.id, toStyle(style));
      style = undefined;
    },
  };
}
