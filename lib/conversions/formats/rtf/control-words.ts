import { nameTable } from '../../base/name-table.ts';
import { isInVersion } from '../../shared/wordprocessing/review.ts';
import { characterWords, skippedDestinations } from '../../shared/wordprocessing/state.ts';
import { beginDestination } from './destinations.ts';
import { readCharacterWord, readParagraphWord, readTableWord } from './format-words.ts';
import { beginPart, readProperty } from './formula.ts';
import { readPaintWord } from './paint-words.ts';
import { flushText, readUnicode } from './pending-text.ts';
import { addText, collectText, flowOf, type RtfReading } from './reading.ts';

// Words that follow `\*` and are not destinations: character, table and section styles.
const ignorableStyles: ReadonlySet<string> = new Set(['cs', 'ts', 'ds']);

/** RTF 1.9.1, "Special Characters". */
const symbolCharacters: Readonly<Record<string, string>> = nameTable({
  '~': '\u00a0',
  _: '\u2011',
  '{': '{',
  '}': '}',
  '\\': '\\',
});

function readBodyWord(reading: RtfReading, name: string, parameter: number | undefined): void {
  switch (name) {
    case 'par':
      // The next paragraph continues one whose mark is not in the version that is read.
      if (isInVersion(reading.state, reading.changes)) flowOf(reading).endParagraph(reading.state.paragraph);
      break;
    case 'sect':
      flowOf(reading).endParagraph(reading.state.paragraph);
      break;
    case 'page':
      flowOf(reading).breakPage(reading.state.paragraph);
      break;
    case 'line':
    case 'lbr':
      flowOf(reading).line.push({ kind: 'line_break' });
      break;
    case 'ftnalt':
      reading.isEndnote = true;
      break;
    default:
      readPaintWord(reading, name, parameter);
      if (!readParagraphWord(reading, name, parameter) && !readTableWord(reading, name, parameter))
        readCharacterWord(reading, name, parameter);
  }
}

function readImageWord(
  reading: RtfReading,
  name: string,
  parameter: number | undefined,
  isIgnorable: boolean,
): void {
  const { image } = reading;
  if (name === 'sn' || name === 'sv') collectText(reading, (text) => image?.property(name, text));
  else if (name === 'picprop' || name === 'sp') return;
  else if (isIgnorable) reading.state.destination = 'skip';
  else image?.word(name, parameter);
}

/** Reads a word of a formula; the first one of a group starts a part of it. */
function readFormulaWord({ state, groups }: RtfReading, name: string, parameter: number | undefined): void {
  const { formula } = state;
  if (formula === undefined) return;
  if (groups.at(-1)?.formula === formula) state.formula = beginPart(formula, name) ?? formula;
  else readProperty(formula, name, parameter);
}

/** Reads a word of the body or of a collected text, which can start another destination. */
function readTextWord(
  reading: RtfReading,
  name: string,
  parameter: number | undefined,
  isIgnorable: boolean,
): void {
  if (beginDestination(reading, name)) return;
  const { state, declared } = reading;
  const character = characterWords[name];
  if (skippedDestinations.has(name) || (isIgnorable && !ignorableStyles.has(name)))
    state.destination = 'skip';
  else if (character !== undefined) addText(reading, character);
  else if (state.destination === 'body') readBodyWord(reading, name, parameter);
  else readCharacterWord(reading, name, parameter);
  declared.headerWord(name, parameter);
}

/** Reads a control word in the current destination. */
export function readControlWord(reading: RtfReading, name: string, parameter: number | undefined): void {
  if (reading.fallbackLeft > 0 && characterWords[name] !== undefined) {
    reading.fallbackLeft -= 1;
    return;
  }
  flushText(reading);
  const { state, declared } = reading;
  const { isIgnorable } = state;
  state.isIgnorable = false;
  if (name === 'u' && parameter !== undefined) {
    readUnicode(reading, parameter);
    return;
  }
  reading.fallbackLeft = 0;
  switch (state.destination) {
    case 'skip':
      // The Unicode half of `\upr` is inside the skipped group.
      if (name === 'ud') beginDestination(reading, name);
      break;
    case 'fonts':
    case 'colours':
    case 'styles':
      declared.tableWord(state.destination, name, parameter);
      break;
    case 'lists':
    case 'overrides':
      declared.tableWord(state.destination, name, parameter);
      if (name === 'leveltext') collectText(reading, declared.levelText);
      break;
    case 'info':
      declared.info.word(name, parameter);
      if (declared.info.isField(name)) collectText(reading, (text) => declared.info.setField(name, text));
      break;
    case 'formula':
      readFormulaWord(reading, name, parameter);
      break;
    case 'image':
      readImageWord(reading, name, parameter, isIgnorable);
      break;
    default:
      readTextWord(reading, name, parameter, isIgnorable);
  }
}

/** Reads a control symbol, such as `\~`. */
export function readControlSymbol(reading: RtfReading, symbol: string): void {
  if (reading.fallbackLeft > 0 && symbol !== '*') {
    reading.fallbackLeft -= 1;
    return;
  }
  flushText(reading);
  const character = symbolCharacters[symbol];
  if (symbol === '*') reading.state.isIgnorable = true;
  else if (character !== undefined) addText(reading, character);
}
