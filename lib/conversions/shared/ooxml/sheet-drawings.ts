import { createDocumentBudget } from '../../document/document-limits.ts';
import type { Comment, SheetPlace } from '../../document/document-model.ts';
import { type Inline, type TreeBlock, type TreeImage, textRun } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';
import type { Needs } from '../../document/needs.ts';
import { trimLine } from '../../document/trim-line.ts';
import { withPlaces } from '../../document/with-places.ts';
import { rangeName } from '../../workbook/cell-names.ts';
import { noteText } from '../sheets/note-text.ts';
import {
  childOf,
  descendants,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../xml/element.ts';
import { chartBlocks, diagramBlocks } from './chart-blocks.ts';
import { alternative, altOf } from './drawing-properties.ts';
import { type OfficePackage, relatedPart } from './open-package.ts';
import { pictureId, placePicture, sidesOf } from './pictures.ts';
import { createRelatedBlocks } from './related-blocks.ts';
import { textPieces } from './text-pieces.ts';

/** Content of a sheet besides its cells. */
interface SheetObjects {
  /** Text boxes, images, charts and diagrams; undefined if there are none. */
  readonly drawn?: readonly TreeBlock[];
  readonly comments?: readonly Comment[];
}

/** Reads the drawings over the cells of a workbook's sheets. */
interface SheetDrawings {
  /** `part` is the name of the sheet's part in the package. */
  readonly objectsOf: (part: string, sheet: string) => SheetObjects;
  /** Images that the blocks refer to; complete once the blocks are read. */
  readonly images: readonly TreeImage[];
  readonly warnings: () => string[];
}

// Maximum depth of nested shape groups; deeper ones are dropped.
const MAX_DEPTH = 32;

const paragraph = (content: Inline[], places: readonly SheetPlace[]): TreeBlock => ({
  kind: 'paragraph',
  content,
  places,
});

/** The paragraphs of a text body (ECMA-376 part 1, 20.5.2.36). */
const textBlocks = (body: XmlElement | undefined, places: readonly SheetPlace[]): TreeBlock[] =>
  [...descendants(body, 'a:p')].flatMap((element) => {
    const content = trimLine(
      Array.from(textPieces(element), (piece): Inline => {
        if (piece.kind === 'text') return textRun(piece.text);
        return piece.kind === 'break' ? { kind: 'line_break' } : piece;
      }),
    );
    return content.length === 0 ? [] : [paragraph(content, places)];
  });

/** Returns the cells that a drawing covers (20.5.2.5 and 20.5.2.15); empty for an absolute position. */
function placesOf(anchor: XmlElement, sheet: string): SheetPlace[] {
  const cellOf = (name: string): readonly [number, number] | undefined => {
    const corner = childOf(anchor, name);
    const [column, row] = ['xdr:col', 'xdr:row'].map((part) => Number(textOfElement(childOf(corner, part))));
    const isCell = corner !== undefined && Number.isInteger(column) && Number.isInteger(row);
    return isCell ? [Math.max(0, column ?? 0), Math.max(0, row ?? 0)] : undefined;
  };
  const from = cellOf('xdr:from');
  if (from === undefined) return [];
  const [firstColumn, firstRow] = from;
  const [lastColumn, lastRow] = cellOf('xdr:to') ?? from;
  const last = { lastRow: Math.max(firstRow, lastRow), lastColumn: Math.max(firstColumn, lastColumn) };
  return [{ sheet, cells: rangeName({ firstRow, firstColumn, ...last }) }];
}

/** Returns the authors of threaded comments by id ([MS-XLSX] 2.6.203). */
function peopleOf(office: OfficePackage): ReadonlyMap<string, string> {
  const part = relatedPart(office.relationships(office.mainPart), 'person');
  const list = part === undefined ? undefined : office.optionalPart(part);
  return new Map(
    [...elementsOf(list)].map(({ attributes: { id = '', displayName = '' } }) => [id, displayName]),
  );
}

/** A cell note as stored in the file. */
export interface CellNote {
  /** Empty if it is unknown. */
  readonly author: string;
  readonly cells: string;
  readonly text: string;
}

/** Reads the notes of an XML part (ECMA-376 part 1, 18.7). */
function readNotes(root: XmlElement | undefined): CellNote[] {
  const authors = [...elementsOf(childOf(root, 'x:authors'))].map((author) => textOfElement(author).trim());
  return [...elementsOf(childOf(root, 'x:commentList'))].map((note) => ({
    author: authors[integerOf(note, 'authorId') ?? -1] ?? '',
    cells: note.attributes.ref ?? 'A1',
    text: [...descendants(childOf(note, 'x:text'), 'x:t')].map(textOfElement).join(''),
  }));
}

const isThreadText = (text: string): boolean => text.startsWith('[Threaded comment]');

/**
 * Opens the drawings and comments of a workbook, xlsx or xlsb.
 *
 * @param readBinaryNotes reads the notes of a part that is not XML
 */
export function openSheetDrawings(
  office: OfficePackage,
  needs: Needs,
  readBinaryNotes?: (part: Uint8Array) => CellNote[],
): SheetDrawings {
  const budget = createDocumentBudget();
  const related = createRelatedBlocks(office, budget);
  const store = createImageStore(needs);
  const people = peopleOf(office);

  /** Returns the text or image of a shape, or of all shapes in a group. */
  function shapeBlocks(
    part: string,
    shape: XmlElement,
    places: readonly SheetPlace[],
    depth: number,
  ): readonly TreeBlock[] {
    const inside = (parent: XmlElement | undefined): TreeBlock[] =>
      depth > MAX_DEPTH
        ? []
        : [...elementsOf(parent)].flatMap((child) => shapeBlocks(part, child, places, depth + 1));
    switch (shape.name) {
      case 'xdr:sp': {
        const blocks = textBlocks(childOf(shape, 'xdr:txBody'), places);
        spendBlocks(blocks, budget);
        return blocks;
      }
      case 'xdr:pic': {
        const content = placePicture(office, part, pictureId(shape), store, {
          alt: altOf(childOf(childOf(shape, 'xdr:nvPicPr'), 'xdr:cNvPr')),
          ...sidesOf(childOf(childOf(childOf(shape, 'xdr:spPr'), 'a:xfrm'), 'a:ext')),
        });
        return content.length === 0 ? [] : [paragraph(content, places)];
      }
      case 'xdr:graphicFrame':
        return [...descendants(shape, 'a:graphicData')].flatMap((data) =>
          [...elementsOf(data)].flatMap((graphic): readonly TreeBlock[] => {
            const { 'r:id': chart, 'r:dm': diagram } = graphic.attributes;
            const blocks =
              graphic.name === 'c:chart'
                ? related(part, chart, chartBlocks)
                : graphic.name === 'dgm:relIds'
                  ? related(part, diagram, diagramBlocks)
                  : [];
            return withPlaces(blocks, places);
          }),
        );
      case 'xdr:grpSp':
        return inside(shape);
      case 'mc:AlternateContent':
        return inside(alternative(shape));
      default:
        return [];
    }
  }

  function drawnOn(part: string, sheet: string): TreeBlock[] {
    const drawing = relatedPart(office.relationships(part), 'drawing');
    if (drawing === undefined) return [];
    return [...elementsOf(office.optionalPart(drawing))].flatMap((anchor) => {
      const anchors = anchor.name === 'mc:AlternateContent' ? [...elementsOf(alternative(anchor))] : [anchor];
      return anchors.flatMap((each) => {
        const places = placesOf(each, sheet);
        return [...elementsOf(each)].flatMap((shape) => shapeBlocks(drawing, shape, places, 0));
      });
    });
  }

  function notesOf(part: string): CellNote[] {
    const name = relatedPart(office.relationships(part), 'comments');
    if (name === undefined) return [];
    if (readBinaryNotes === undefined) return readNotes(office.optionalPart(name));
    return readBinaryNotes(office.archive.read(name) ?? new Uint8Array());
  }

  /** Returns the cell notes and the threads of newer programs ([MS-XLSX] 2.6.205), which also write a note for older ones. */
  function commentsOn(part: string, sheet: string): Comment[] {
    const relationships = office.relationships(part);
    const partOf = (type: string): XmlElement | undefined => {
      const name = relatedPart(relationships, type);
      return name === undefined ? undefined : office.optionalPart(name);
    };
    const notes = notesOf(part).map(({ author, cells, text }): Comment => {
      return {
        author: author === '' || author.startsWith('tc=') ? null : author,
        created: null,
        text: noteText(author, text.replaceAll(/\r\n?/g, '\n').trim()),
        place: { sheet, cells },
      };
    });
    const threads = [...elementsOf(partOf('threadedComment'))].map((comment): Comment => {
      const { ref = 'A1', dT: created = null, personId = '' } = comment.attributes;
      const text = textOfElement(childOf(comment, 'xtc:text')).trim();
      return { author: people.get(personId) ?? null, created, text, place: { sheet, cells: ref } };
    });
    const found = [...notes.filter(({ text }) => threads.length === 0 || !isThreadText(text)), ...threads];
    for (const { text } of found) budget.spend('characters', text.length);
    return found.filter(({ text }) => text !== '');
  }

  return {
    objectsOf: (part, sheet) => {
      const drawn = drawnOn(part, sheet);
      const comments = commentsOn(part, sheet);
      return { ...(drawn.length === 0 ? {} : { drawn }), ...(comments.length === 0 ? {} : { comments }) };
    },
    images: store.images,
    warnings: store.warnings,
  };
}
