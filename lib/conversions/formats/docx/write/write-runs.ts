import type { TextSink } from '../../../base/result-size.ts';
import type { DocumentTree, Inline, TreeBlock } from '../../../document/document-tree.ts';
import { placedSize } from '../../../document/image-size.ts';
import type { Borders } from '../../../document/look.ts';
import { mergeRuns } from '../../../document/merge-runs.ts';
import { safeHref } from '../../../document/safe-href.ts';
import type { PageSetup } from '../../../engine/page-setup.ts';
import { escapeMarkup } from '../../../shared/markup/escape-markup.ts';
import type { FormulaParser } from '../../../shared/math/load-formulas.ts';
import { mathmlToOmml } from '../../../shared/math/mathml-to-omml.ts';
import { EMU_PER_POINT } from '../../../shared/ooxml/emu.ts';
import type { WrittenList } from './styles.ts';

/** A bookmark; its identifier is unique in the document. */
export interface Bookmark {
  readonly id: number;
  readonly name: string;
}

/** The type of a note, in the names of Word's elements. */
export type NoteType = 'footnote' | 'endnote';

/** The inputs and the collected state of a Word document being written. */
export interface DocxWriting {
  readonly tree: DocumentTree;
  readonly page: PageSetup;
  readonly formula: FormulaParser;
  readonly out: TextSink;
  readonly lists: WrittenList[];
  /** URLs of links; the relationship ID of entry n (from 0) is `rIdLn`. */
  readonly links: Map<string, number>;
  /** Images in use; the relationship ID of image n is `rIdPn`. */
  readonly usedImages: Set<number>;
  readonly notes: Set<number>;
  /** Types of the notes in use. */
  readonly noteTypes: Map<number, NoteType>;
  /** Numbers of the headings that links can target; the bookmark of heading 1 is `_h1`. */
  readonly headings: ReadonlyMap<TreeBlock, number>;
  /** The same numbers by link name. */
  readonly places: ReadonlyMap<string, number>;
  /** Images in formats that Word does not display. */
  readonly unshown: Set<number>;
  /** Bookmarks of other places that links can target, by link name. */
  readonly bookmarks: ReadonlyMap<string, Bookmark>;
  drawings: number;
  isPageBreakDue: boolean;
  /** The number of the bullets of the current list. */
  bullets: 1 | 2;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether a line is right-to-left, by its first strong character (UAX 9, P2 and P3). */
export function isRightToLeftLine(content: readonly Inline[]): boolean {
  for (const piece of content) {
    const letter = piece.kind === 'text' ? /\p{L}/u.exec(piece.text)?.[0] : undefined;
    if (letter !== undefined) return RIGHT_TO_LEFT.test(letter);
  }
  return false;
}

/** Text of a run, with tabs and line breaks as elements (ECMA-376 17.3.3). */
export const runText = (text: string): string =>
  text
    .split(/(\t|\r\n?|\n)/)
    .map((part) => {
      if (part === '') return '';
      if (part === '\t') return '<w:tab/>';
      return /^[\r\n]/.test(part) ? '<w:br/>' : `<w:t xml:space="preserve">${escapeMarkup(part)}</w:t>`;
    })
    .join('');

type TextPiece = Extract<Inline, { kind: 'text' }>;

const hex = (colour: string): string => colour.slice(1).toUpperCase();
const halfPoints = (points: number): number => Math.round(points * 2);

/** The background of text, paragraphs and cells (ECMA-376 17.3.5). */
export const shading = (background: string | undefined): string =>
  background === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${hex(background)}"/>`;

const borderStyles = { solid: 'single', dashed: 'dashed', dotted: 'dotted', double: 'double' } as const;

/** Borders in the schema's order (ECMA-376 17.4.66), and `none` at sides without one. Widths are in eighths of a point. */
export const borderTags = (borders: Borders = {}, space = 0, none = ''): string =>
  (['top', 'left', 'bottom', 'right'] as const)
    .map((side) => {
      const border = borders[side];
      if (border === undefined) return none === '' ? '' : `<w:${side} w:val="${none}"/>`;
      const { width, style, colour } = border;
      // Both lines of a double border have this width, and there is a gap between them.
      const eighths = Math.max(2, Math.round((width * 8) / (style === 'double' ? 3 : 1)));
      return `<w:${side} w:val="${borderStyles[style]}" w:sz="${eighths}" w:space="${space}" w:color="${hex(colour)}"/>`;
    })
    .join('');

function runProperties(piece: TextPiece, isLink: boolean, lang: string | undefined): string {
  const { look } = piece;
  const style = piece.code ? 'CodeCharacter' : isLink ? 'Hyperlink' : undefined;
  return [
    style === undefined ? '' : `<w:rStyle w:val="${style}"/>`,
    piece.bold ? '<w:b/><w:bCs/>' : '',
    piece.italic ? '<w:i/><w:iCs/>' : '',
    piece.strike ? '<w:strike/>' : '',
    look?.colour === undefined ? '' : `<w:color w:val="${hex(look.colour)}"/>`,
    look?.size === undefined
      ? ''
      : `<w:sz w:val="${halfPoints(look.size)}"/><w:szCs w:val="${halfPoints(look.size)}"/>`,
    piece.underline ? '<w:u w:val="single"/>' : '',
    shading(look?.background),
    piece.superscript ? '<w:vertAlign w:val="superscript"/>' : '',
    piece.subscript && !piece.superscript ? '<w:vertAlign w:val="subscript"/>' : '',
    RIGHT_TO_LEFT.test(piece.text) ? '<w:rtl/>' : '',
    lang === undefined ? '' : `<w:lang w:val="${lang}" w:eastAsia="${lang}" w:bidi="${lang}"/>`,
  ].join('');
}

const run = (properties: string, content: string): string =>
  content === '' ? '' : `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${content}</w:r>`;

const shown: readonly string[] = ['image/png', 'image/jpeg', 'image/gif'];

function drawing(piece: Extract<Inline, { kind: 'image' }>, writing: DocxWriting): string {
  const image = writing.tree.images[piece.image];
  if (image === undefined || !(shown.includes(image.mime_type) || image.metafile !== undefined)) {
    if (image !== undefined) writing.unshown.add(piece.image);
    return run('', runText(piece.alt));
  }
  writing.usedImages.add(piece.image);
  writing.drawings += 1;
  // Slightly less than the page, to leave room for the line around it.
  const { width, height } = placedSize(piece, image, {
    width: writing.page.room.width,
    height: writing.page.room.height * 0.92,
  });
  const extent = `cx="${Math.round(width * EMU_PER_POINT)}" cy="${Math.round(height * EMU_PER_POINT)}"`;
  const name = `name="Picture ${writing.drawings}"`;
  const id = writing.drawings;
  return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/><wp:docPr id="${id}" ${name} descr="${escapeMarkup(piece.alt)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" ${name}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdP${piece.image}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
}

/** The start of a link; undefined if it has no valid target. */
function linkTag(href: string, { links, places, bookmarks }: DocxWriting): string | undefined {
  const address = safeHref(href, { allowRelative: true });
  if (address === undefined) return undefined;
  if (address.startsWith('#')) {
    const name = address.slice(1);
    const heading = places.get(name);
    if (heading !== undefined) return `<w:hyperlink w:anchor="_h${heading}">`;
    const bookmark = bookmarks.get(name);
    return bookmark === undefined ? undefined : `<w:hyperlink w:anchor="${bookmark.name}">`;
  }
  const known = links.get(address) ?? links.size;
  links.set(address, known);
  return `<w:hyperlink r:id="rIdL${known}">`;
}

function writePiece(piece: Inline, lang: string | undefined, writing: DocxWriting): string {
  switch (piece.kind) {
    case 'text': {
      const tag = piece.href === undefined ? undefined : linkTag(piece.href, writing);
      const text = run(runProperties(piece, tag !== undefined, lang), runText(piece.text));
      return tag === undefined ? text : `${tag}${text}</w:hyperlink>`;
    }
    case 'line_break':
      return '<w:r><w:br/></w:r>';
    case 'image':
      return drawing(piece, writing);
    case 'math': {
      const formula = writing.formula(piece.tex, piece.display === true);
      if (formula === undefined)
        return run('<w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/>', runText(piece.tex));
      const math = `<m:oMath>${mathmlToOmml(formula)}</m:oMath>`;
      return piece.display === true ? `<m:oMathPara>${math}</m:oMathPara>` : math;
    }
    case 'note': {
      // Write a repeated reference as its number, because Word requires one note per reference.
      const isFirst = !writing.notes.has(piece.note) && writing.tree.notes[piece.note] !== undefined;
      writing.notes.add(piece.note);
      const type = piece.type ?? 'footnote';
      if (isFirst) writing.noteTypes.set(piece.note, type);
      const inside = isFirst
        ? `<w:${type}Reference w:id="${piece.note + 1}"/>`
        : runText(`${piece.note + 1}`);
      return run('<w:rStyle w:val="FootnoteReference"/>', inside);
    }
  }
}

/** The runs of a line. */
export const writeRuns = (
  { content, lang }: Extract<TreeBlock, { readonly content: readonly Inline[] }>,
  writing: DocxWriting,
): string =>
  mergeRuns(content)
    .map((piece) => writePiece(piece, lang === undefined ? undefined : escapeMarkup(lang), writing))
    .join('');
