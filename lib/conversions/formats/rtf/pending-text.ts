import { decodeCodePage } from '../../shared/wordprocessing/code-pages.ts';
import { symbolCharacter } from '../../shared/wordprocessing/symbols.ts';
import { addText, type RtfReading } from './reading.ts';

// Bytes are decoded together, because a character of an East Asian code page has two, which can be written separately.

/** Decodes the pending bytes in the current font's code page. Call it before anything that changes the state. */
export function flushText(reading: RtfReading): void {
  const { pending, declared, state } = reading;
  if (pending.length === 0) return;
  reading.pending = [];
  const font = declared.fonts.get(state.font);
  if (font?.isSymbol === true && state.destination === 'body')
    addText(reading, pending.map((code) => symbolCharacter(font.name, code)).join(''));
  else addText(reading, decodeCodePage(Uint8Array.from(pending), font?.codePage ?? declared.codePage()));
}

/** Reads a run of plain text; in an image, its hexadecimal digits. */
export function readPlainText(reading: RtfReading, text: Uint8Array): void {
  const from = Math.min(reading.fallbackLeft, text.length);
  reading.fallbackLeft -= from;
  const { destination } = reading.state;
  if (destination === 'image') reading.image?.hex(text.subarray(from));
  else if (destination !== 'skip') {
    const { pending } = reading;
    for (let at = from; at < text.length; at += 1) pending.push(text[at] ?? 0);
  }
}

/** Reads a byte written as two hexadecimal digits, as in `\'e4`. */
export function readHexByte(reading: RtfReading, byte: number): void {
  if (reading.fallbackLeft > 0) reading.fallbackLeft -= 1;
  else if (reading.state.destination !== 'skip') reading.pending.push(byte);
}

/** Reads `\u`: a UTF-16 code unit, followed by its fallback in bytes. */
export function readUnicode(reading: RtfReading, codeUnit: number): void {
  addText(reading, String.fromCharCode(codeUnit & 0xffff));
  reading.fallbackLeft = reading.state.fallbackBytes;
}
