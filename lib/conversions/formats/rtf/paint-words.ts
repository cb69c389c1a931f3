import { nameTable } from '../../base/name-table.ts';
import { type Backing, isDark } from '../../shared/wordprocessing/hidden-texts.ts';
import type { RunPaint } from '../../shared/wordprocessing/run-style.ts';
import type { RtfReading } from './reading.ts';

// Words that decide whether text is seen, and where (RTF 1.9.1, "Font (Character) Formatting Properties" and "Shading").

type Change = (parameter: number, colour: string) => RunPaint;

const background: Change = (_, colour) => ({ isShaded: isDark(colour) });
const runWords: Readonly<Record<string, Change>> = nameTable<Change>({
  // Sizes are in half points.
  fs: (halfPoints) => ({ size: halfPoints / 2 }),
  up: (raised) => ({ raised }),
  dn: (lowered) => ({ raised: -lowered }),
  cf: (_, colour) => ({ colour }),
  highlight: background,
  cb: background,
  chcbpat: background,
});

/** Applies a word to the colours of the text, its paragraph or its row. */
export function readPaintWord(reading: RtfReading, name: string, parameter = 0): void {
  const { state, row, declared } = reading;
  const colour = declared.colourOf(parameter) ?? 'auto';
  const change = runWords[name];
  if (change !== undefined)
    state.style = { ...state.style, paint: { ...state.style.paint, ...change(parameter, colour) } };
  else if (name === 'cbpat') state.isShaded = isDark(colour);
  else if (name === 'shading') state.isShaded = parameter > 0;
  else if (name === 'clcbpat') row.isShaded ||= isDark(colour);
  else if (name === 'clshdng') row.isShaded ||= parameter > 0;
}

/** What is behind the text that is read. */
export const backingAt = ({ state, row }: RtfReading): Backing =>
  state.isShaded || (state.paragraph.tableLevel > 0 && row.isShaded) ? 'unknown' : state.backing;

// A shape behind the text, and the background of the page.
const behind = ['\\shpfblwtxt1', '\\background', '\\viewbksp1'];

/** Whether nothing but white paper may be behind the text of a document. */
export const isPageWhite = (file: Uint8Array): boolean => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return behind.every((word) => !bytes.includes(word));
};
