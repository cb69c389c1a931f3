import { ConversionError } from '../../errors.ts';
import { assembleBlocks, type FlatBlock } from '../documents/assemble-blocks.ts';
import { type DocumentTree, type Inline, type TreeBlock, textRun } from '../documents/document-tree.ts';
import { createPictureStore } from '../documents/picture-store.ts';
import type { Target } from '../engine.ts';
import { hyperlinkOf } from '../word/fields.ts';
import { toTextStyle } from '../word/run-style.ts';
import { symbolCharacter } from '../word/symbols.ts';
import { decodeCodePage } from './code-pages.ts';
import { createDeclarations } from './declarations.ts';
import { createFlow, type Flow, type ParagraphProperties } from './flow.ts';
import { createRtfPicture } from './picture.ts';
import {
  characterWords,
  firstState,
  type GroupState,
  isUnderline,
  plainParagraph,
  silentDestinations,
  toggles,
} from './state.ts';
import type { CellDefinition } from './table.ts';
import { readTokens } from './tokens.ts';

/** A document that was read, and what is to be told about it. */
export interface ReadRtf {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

// Word writes groups up to about thirty deep.
const MAX_GROUPS = 1000;
// Of a row; Word takes 63.
const MAX_CELLS = 1000;

const noCell = { isMergedLeft: false, isMergedUp: false, beginsMergeDown: false };

const aligns: Readonly<Record<string, ParagraphProperties['align']>> = {
  ql: undefined,
  qc: 'center',
  qr: 'right',
  qj: 'justify',
};

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
  const notes: TreeBlock[][] = [];
  const groups: GroupState[] = [];
  const flows: Flow[] = [createFlow(declared)];
  let state = firstState();
  let pending: number[] = [];
  let toSkip = 0;
  let cell = noCell;
  let row: { definitions: CellDefinition[]; left: number; isHeader: boolean } = {
    definitions: [],
    left: 0,
    isHeader: false,
  };

  const flow = (): Flow => flows.at(-1) ?? createFlow(declared);
  const setParagraph = (change: Partial<ParagraphProperties>): void => {
    state.paragraph = { ...state.paragraph, ...change };
  };

  function say(text: string): void {
    switch (state.destination) {
      case 'collect':
        if (state.collected !== undefined && state.collected.text.length < 65_536)
          state.collected.text += text;
        break;
      case 'body': {
        if (state.style.hidden === true || state.isDeleted) return;
        const font = declared.fonts.get(state.font);
        const mono = font === undefined || declared.isMonospaced() ? undefined : font.isMono;
        const look = toTextStyle({ ...state.style, mono });
        const underline = state.href === undefined ? look.underline : undefined;
        flow().line.push(textRun(text, { ...look, underline, href: state.href }));
        break;
      }
      case 'fonts':
      case 'styles':
        declared.text(state.destination, text);
        break;
    }
  }

  function flush(): void {
    if (pending.length === 0) return;
    const font = declared.fonts.get(state.font);
    const codes = pending;
    pending = [];
    if (font?.isSymbol === true && state.destination === 'body')
      say(codes.map((code) => symbolCharacter(font.name, code)).join(''));
    else say(decodeCodePage(Uint8Array.from(codes), font?.codePage ?? declared.codePage()));
  }

  /** Collects the text of the group and hands it over at its end. */
  function collect(done: (text: string) => void): void {
    const collected = { text: '' };
    state.destination = 'collect';
    state.collected = collected;
    state.atEnd = () => done(collected.text);
  }

  /** Reads the group as a text of its own and hands it over at its end. */
  function beginFlow(done: (flat: FlatBlock[]) => void): void {
    const own = createFlow(declared);
    flows.push(own);
    state.destination = 'body';
    state.paragraph = plainParagraph;
    state.style = {};
    state.href = undefined;
    state.atEnd = () => {
      const flat = own.finish(state.paragraph);
      flows.pop();
      done(flat);
    };
  }

  function beginNote(): void {
    const index = notes.length;
    notes.push([]);
    if (!state.isDeleted) flow().line.push({ kind: 'note', note: index });
    beginFlow((flat) => {
      notes[index] = assembleBlocks(flat);
    });
  }

  function beginPicture(): void {
    const picture = createRtfPicture();
    const place = flow();
    state.destination = 'picture';
    currentPicture = picture;
    state.atEnd = () => {
      currentPicture = undefined;
      const inlines: Inline[] = pictures.place(picture.finish(`picture ${pictures.images.length}`));
      place.line.push(...inlines);
    };
  }
  let currentPicture: ReturnType<typeof createRtfPicture> | undefined;
  let fieldHref: string | undefined;

  /** Destinations that are known; true where the word is one. */
  function beginDestination(name: string): boolean {
    switch (name) {
      case 'fonttbl':
        state.destination = 'fonts';
        return true;
      case 'stylesheet':
        state.destination = 'styles';
        return true;
      case 'listtable':
        state.destination = 'lists';
        return true;
      case 'listoverridetable':
        state.destination = 'overrides';
        return true;
      case 'info':
        state.destination = 'info';
        return true;
      case 'footnote':
        beginNote();
        return true;
      case 'shptxt': {
        const around = flow();
        beginFlow((flat) => around.boxes.push(...flat));
        return true;
      }
      case 'shp':
      case 'shpinst':
      case 'shppict':
      case 'upr':
      case 'nesttableprops':
      case 'object':
      case 'shpgrp':
      case 'pn':
        // In `\upr` the text in Unicode follows that without.
        if (name === 'upr') state.destination = 'skip';
        return true;
      case 'ud':
        state.destination = groups.at(-2)?.destination ?? 'body';
        return true;
      case 'pict':
        beginPicture();
        return true;
      case 'field':
        fieldHref = undefined;
        return true;
      case 'fldinst':
        collect((text) => {
          fieldHref = hyperlinkOf(text);
        });
        return true;
      case 'fldrslt':
        state.href = fieldHref ?? state.href;
        return true;
      default:
        return false;
    }
  }

  function readParagraphWord(name: string, parameter: number | undefined): boolean {
    switch (name) {
      case 'pard':
        state.paragraph = plainParagraph;
        return true;
      case 's':
        setParagraph({ style: parameter ?? 0 });
        return true;
      case 'outlinelevel':
        setParagraph({ outlineLevel: parameter });
        return true;
      case 'ls':
        setParagraph({ list: parameter === 0 ? undefined : parameter });
        return true;
      case 'ilvl':
        setParagraph({ listLevel: parameter ?? 0 });
        return true;
      case 'pnlvlblt':
        setParagraph({ mark: 'bullet' });
        markAround();
        return true;
      case 'pnlvlbody':
        setParagraph({ mark: 'number' });
        markAround();
        return true;
      case 'ql':
      case 'qc':
      case 'qr':
      case 'qj':
        setParagraph({ align: aligns[name] });
        return true;
      case 'li':
        setParagraph({ indent: parameter ?? 0 });
        return true;
      case 'intbl':
        setParagraph({ tableLevel: Math.max(1, state.paragraph.tableLevel) });
        return true;
      case 'itap':
        setParagraph({ tableLevel: Math.max(0, parameter ?? 0) });
        return true;
      default:
        return false;
    }
  }

  /** `\pn` stands in a group of its own inside the paragraph it is about. */
  function markAround(): void {
    const around = groups.at(-1);
    if (around !== undefined) around.paragraph = { ...around.paragraph, mark: state.paragraph.mark };
  }

  function readTableWord(name: string, parameter: number | undefined): boolean {
    switch (name) {
      case 'trowd':
        row = { definitions: [], left: 0, isHeader: false };
        cell = noCell;
        return true;
      case 'trleft':
        row.left = parameter ?? 0;
        return true;
      case 'trhdr':
        row.isHeader = true;
        return true;
      case 'clmrg':
        cell = { ...cell, isMergedLeft: true };
        return true;
      case 'clvmgf':
        cell = { ...cell, beginsMergeDown: true };
        return true;
      case 'clvmrg':
        cell = { ...cell, isMergedUp: true };
        return true;
      case 'cellx':
        if (row.definitions.length < MAX_CELLS) row.definitions.push({ ...cell, right: parameter ?? 0 });
        cell = noCell;
        return true;
      case 'cell':
        flow().endCell(state.paragraph, 1);
        return true;
      case 'row':
        flow().endRow(1, row);
        return true;
      case 'nestcell':
        flow().endCell(state.paragraph, Math.max(2, state.paragraph.tableLevel));
        return true;
      case 'nestrow':
        flow().endRow(Math.max(2, groups.at(-1)?.paragraph.tableLevel ?? 2, state.paragraph.tableLevel), row);
        return true;
      default:
        return false;
    }
  }

  function readCharacterWord(name: string, parameter: number | undefined): void {
    const isOn = parameter !== 0;
    const toggle = toggles[name];
    if (toggle !== undefined) state.style = { ...state.style, [toggle]: isOn };
    else if (isUnderline(name)) state.style = { ...state.style, underline: isOn };
    else if (name === 'ulnone') state.style = { ...state.style, underline: false };
    else if (name === 'super' || name === 'sub' || name === 'nosupersub') {
      const position = name === 'super' ? 'superscript' : 'subscript';
      state.style = { ...state.style, position: name === 'nosupersub' || !isOn ? 'baseline' : position };
    } else if (name === 'plain') {
      state.style = {};
      state.font = declared.defaultFont();
    } else if (name === 'f') state.font = parameter ?? 0;
    else if (name === 'deleted') state.isDeleted = isOn;
    else if (name === 'uc') state.fallbackBytes = Math.max(0, parameter ?? 1);
  }

  function readBodyWord(name: string, parameter: number | undefined): void {
    switch (name) {
      case 'par':
      case 'sect':
        flow().endParagraph(state.paragraph);
        break;
      case 'page':
        flow().breakPage(state.paragraph);
        break;
      case 'line':
      case 'lbr':
        flow().line.push({ kind: 'line_break' });
        break;
      default:
        if (!readParagraphWord(name, parameter) && !readTableWord(name, parameter))
          readCharacterWord(name, parameter);
    }
  }

  function word(name: string, parameter: number | undefined): void {
    const character = characterWords[name];
    if (character !== undefined && toSkip > 0) {
      toSkip -= 1;
      return;
    }
    flush();
    const { isIgnorable } = state;
    state.isIgnorable = false;
    if (name === 'u' && parameter !== undefined) {
      say(String.fromCharCode(parameter & 0xffff));
      toSkip = state.fallbackBytes;
      return;
    }
    toSkip = 0;
    if (state.destination === 'skip' && name !== 'ud') return;
    const isDeclaring = state.destination !== 'body' && state.destination !== 'collect';
    if (isDeclaring && state.destination !== 'picture' && declared.word(state.destination, name, parameter))
      return;
    if (state.destination === 'info') {
      if (declared.isInfo(name)) collect((text) => declared.info(name, text));
      return;
    }
    if (state.destination === 'picture') {
      if (name === 'picprop' || name === 'sp' || name === 'sn' || name === 'sv') {
        const picture = currentPicture;
        if (name === 'sn' || name === 'sv') collect((text) => picture?.property(name, text));
      } else if (isIgnorable) state.destination = 'skip';
      else currentPicture?.word(name, parameter);
      return;
    }
    if (beginDestination(name)) return;
    if (silentDestinations.has(name)) state.destination = 'skip';
    else if (isIgnorable && !declared.isKnownIgnorable(name)) state.destination = 'skip';
    else if (character !== undefined) say(character);
    else if (state.destination === 'body') readBodyWord(name, parameter);
    else readCharacterWord(name, parameter);
    declared.head(name, parameter);
  }

  function close(): void {
    flush();
    toSkip = 0;
    const { atEnd } = state;
    atEnd?.();
    state = groups.pop() ?? state;
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
      groups.push(state);
      state = { ...state, isIgnorable: false, atEnd: undefined };
    },
    close,
    word,
    symbol: (character) => {
      if (toSkip > 0 && character !== '*') {
        toSkip -= 1;
        return;
      }
      flush();
      if (character === '*') state.isIgnorable = true;
      else if (character === '~') say('\u00a0');
      else if (character === '_') say('\u2011');
      else if (character === '{' || character === '}' || character === '\\') say(character);
    },
    hex: (byte) => {
      if (toSkip > 0) toSkip -= 1;
      else if (state.destination !== 'skip') pending.push(byte);
    },
    text: (text) => {
      const from = Math.min(toSkip, text.length);
      toSkip -= from;
      if (state.destination === 'picture') currentPicture?.hex(text.subarray(from));
      else if (state.destination !== 'skip')
        for (let at = from; at < text.length; at += 1) pending.push(text[at] ?? 0);
    },
    binary: (data) => {
      if (state.destination === 'picture') currentPicture?.binary(data);
    },
  });
  flush();
  while (groups.length > 0) close();
  const [body] = flows;
  const tree: DocumentTree = {
    hub: 'document',
    fileType: 'rtf',
    info: declared.documentInfo(),
    blocks: assembleBlocks(body?.finish(state.paragraph) ?? []),
    notes,
    images: pictures.images,
    pages: declared.pages(),
  };
  return { tree, warnings: pictures.warnings() };
}
