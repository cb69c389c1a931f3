import { ConversionError } from '../../../errors.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { createPictureStore } from '../../document/picture-store.ts';
import type { Target } from '../../engine/engine.ts';
import { decodeCodePage } from '../../shared/wordprocessing/code-pages.ts';
import { characterWords, silentDestinations } from '../../shared/wordprocessing/state.ts';
import { symbolCharacter } from '../../shared/wordprocessing/symbols.ts';
import { createDeclarations } from './declarations.ts';
import { beginDestination } from './destinations.ts';
import { readCharacterWord, readParagraphWord, readTableWord } from './format-words.ts';
import { collect, flowOf, say, startReading } from './reading.ts';
import { readTokens } from './tokens.ts';

/** A document that was read, and what is to be told about it. */
export interface ReadRtf {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

// Word writes groups up to about thirty deep.
const MAX_GROUPS = 1000;
/**
 * Reads a document in the Rich Text Format (1.9.1). Left out: deletions, hidden text, comments, heads and feet of pages,
 * objects of other programs but their text.
 *
 * Throws ConversionError `too_complex` for groups nested too deep, `corrupt_document` for what does not begin as RTF; whatever else is damaged is passed over.
 */
export function readRtf(bytes: Uint8Array, target: Target | undefined): ReadRtf {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(64, bytes.byteLength)).toString('latin1');
  // Fragments without the version at their head are read too.
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(head))
    throw new ConversionError('corrupt_document', 'The document does not begin as RTF does. Check the file.');
  const declared = createDeclarations();
  const pictures = createPictureStore(target);
  const reading = startReading(declared, pictures);
  const { groups } = reading;
  let pending: number[] = [];
  let toSkip = 0;

  function flush(): void {
    if (pending.length === 0) return;
    const font = declared.fonts.get(reading.state.font);
    const codes = pending;
    pending = [];
    if (font?.isSymbol === true && reading.state.destination === 'body')
      say(reading, codes.map((code) => symbolCharacter(font.name, code)).join(''));
    else say(reading, decodeCodePage(Uint8Array.from(codes), font?.codePage ?? declared.codePage()));
  }

  function readBodyWord(name: string, parameter: number | undefined): void {
    switch (name) {
      case 'par':
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
      default:
        if (!readParagraphWord(reading, name, parameter) && !readTableWord(reading, name, parameter))
          readCharacterWord(reading, name, parameter);
    }
  }

  function word(name: string, parameter: number | undefined): void {
    const character = characterWords[name];
    if (character !== undefined && toSkip > 0) {
      toSkip -= 1;
      return;
    }
    flush();
    const { isIgnorable } = reading.state;
    reading.state.isIgnorable = false;
    if (name === 'u' && parameter !== undefined) {
      say(reading, String.fromCharCode(parameter & 0xffff));
      toSkip = reading.state.fallbackBytes;
      return;
    }
    toSkip = 0;
    if (reading.state.destination === 'skip' && name !== 'ud') return;
    const isDeclaring = reading.state.destination !== 'body' && reading.state.destination !== 'collect';
    if (
      isDeclaring &&
      reading.state.destination !== 'picture' &&
      declared.word(reading.state.destination, name, parameter)
    )
      return;
    if (reading.state.destination === 'info') {
      if (declared.isInfo(name)) collect(reading, (text) => declared.info(name, text));
      return;
    }
    if (reading.state.destination === 'picture') {
      if (name === 'picprop' || name === 'sp' || name === 'sn' || name === 'sv') {
        const picture = reading.picture;
        if (name === 'sn' || name === 'sv') collect(reading, (text) => picture?.property(name, text));
      } else if (isIgnorable) reading.state.destination = 'skip';
      else reading.picture?.word(name, parameter);
      return;
    }
    if (beginDestination(reading, name)) return;
    if (silentDestinations.has(name)) reading.state.destination = 'skip';
    else if (isIgnorable && !declared.isKnownIgnorable(name)) reading.state.destination = 'skip';
    else if (character !== undefined) say(reading, character);
    else if (reading.state.destination === 'body') readBodyWord(name, parameter);
    else readCharacterWord(reading, name, parameter);
    declared.head(name, parameter);
  }

  function close(): void {
    flush();
    toSkip = 0;
    const { atEnd } = reading.state;
    atEnd?.();
    reading.state = groups.pop() ?? reading.state;
  }

  readTokens(bytes, {
    open: () => {
      flush();
      toSkip = 0;
      if (groups.length >= MAX_GROUPS) {
        throw new ConversionError(
          'too_complex',
          `The document has groups nested more than ${MAX_GROUPS} deep. Simplify it.`,
        );
      }
      groups.push(reading.state);
      reading.state = { ...reading.state, isIgnorable: false, atEnd: undefined };
    },
    close,
    word,
    symbol: (character) => {
      if (toSkip > 0 && character !== '*') {
        toSkip -= 1;
        return;
      }
      flush();
      if (character === '*') reading.state.isIgnorable = true;
      else if (character === '~') say(reading, '\u00a0');
      else if (character === '_') say(reading, '\u2011');
      else if (character === '{' || character === '}' || character === '\\') say(reading, character);
    },
    hex: (byte) => {
      if (toSkip > 0) toSkip -= 1;
      else if (reading.state.destination !== 'skip') pending.push(byte);
    },
    text: (text) => {
      const from = Math.min(toSkip, text.length);
      toSkip -= from;
      if (reading.state.destination === 'picture') reading.picture?.hex(text.subarray(from));
      else if (reading.state.destination !== 'skip')
        for (let at = from; at < text.length; at += 1) pending.push(text[at] ?? 0);
    },
    binary: (data) => {
      if (reading.state.destination === 'picture') reading.picture?.binary(data);
    },
  });
  flush();
  while (groups.length > 0) close();
  const [body] = reading.flows;
  const tree: DocumentTree = {
    hub: 'document',
    fileType: 'rtf',
    info: declared.documentInfo(),
    blocks: assembleBlocks(body?.finish(reading.state.paragraph) ?? []),
    notes: reading.notes,
    images: pictures.images,
    pages: declared.pages(),
  };
  return { tree, warnings: pictures.warnings() };
}
