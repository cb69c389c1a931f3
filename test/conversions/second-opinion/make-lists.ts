import fc from 'fast-check';
import { relationships, wordPart, zipOf } from '../office-files.ts';

/** A paragraph of a generated document. Each has its own word, by which the outputs of two programs are compared. */
interface MadeParagraph {
  readonly word: string;
  /** The list that it is in, from 1; 0 for none. */
  readonly list: number;
  readonly level: number;
  readonly isEmpty: boolean;
  readonly inTable: boolean;
}

/** A generated document: its three levels of numbers, the number that the third list restarts with, and its paragraphs. */
export interface MadeDocument {
  readonly levels: readonly [MadeLevel, MadeLevel, MadeLevel];
  readonly restart: number;
  readonly paragraphs: readonly MadeParagraph[];
}

const formats = ['decimal', 'lowerLetter', 'upperLetter', 'lowerRoman', 'upperRoman', 'decimalZero'] as const;
const texts = [
  ['%1.', '%1)', '(%1)'],
  ['%2.', '%1.%2', '%1-%2)'],
  ['%3.', '%1.%2.%3', '(%3)'],
] as const;

interface MadeLevel {
  readonly format: string;
  readonly start: number;
  readonly text: string;
}

const levelOf = (index: 0 | 1 | 2): fc.Arbitrary<MadeLevel> =>
  fc.record({
    format: fc.constantFrom(...formats),
    start: fc.integer({ min: 1, max: 4 }),
    text: fc.constantFrom(...texts[index]),
  });

const levels = fc.tuple(levelOf(0), levelOf(1), levelOf(2));

const paragraphs = fc.array(
  fc.record({
    list: fc.constantFrom(1, 1, 1, 2, 3, 0),
    level: fc.constantFrom(0, 0, 1, 1, 2),
    isEmpty: fc.constantFrom(false, false, false, true),
    inTable: fc.constantFrom(false, false, false, false, true),
  }),
  { minLength: 8, maxLength: 24 },
);

const levelXml = ({ format, start, text }: MadeLevel, index: number): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (index + 1)}" w:hanging="720"/></w:pPr></w:lvl>`;

function paragraphXml({ word, list, level, isEmpty }: MadeParagraph): string {
  const numbering =
    list === 0 ? '' : `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;
  return `<w:p><w:pPr>${numbering}</w:pPr>${isEmpty ? '' : `<w:r><w:t>${word}</w:t></w:r>`}</w:p>`;
}

/** A paragraph as the first cell of a row whose second cell has its word. */
const tableXml = (paragraph: MadeParagraph): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="4500"/><w:gridCol w:w="4500"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr>${paragraphXml(paragraph)}</w:tc><w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>beside${paragraph.word}</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`;

const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export const madeDocuments: fc.Arbitrary<MadeDocument> = fc.record({
  levels,
  paragraphs: paragraphs.map((drawn) =>
    drawn.map(
      (paragraph, index): MadeParagraph => ({
        ...paragraph,
        // LibreOffice starts the levels above the first item of another list anew, and Word does not.
        level: paragraph.list === 3 ? 0 : paragraph.level,
        word: `word${index}x`,
      }),
    ),
  ),
  restart: fc.integer({ min: 1, max: 9 }),
});

/** The document as docx. Its second list continues the first one, and the third restarts it. */
export function docxOfMade({ levels: made, paragraphs: all, restart }: MadeDocument): Uint8Array {
  const abstract = made.map(levelXml).join('');
  const body = all.map((each) => (each.inTable ? tableXml(each) : paragraphXml(each))).join('');
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/><Override PartName="/word/numbering.xml" ContentType="${type}.numbering+xml"/></Types>`,
    '_rels/.rels': relationships({ d: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': wordPart('document', `<w:body>${body}<w:sectPr/></w:body>`),
    'word/numbering.xml': wordPart(
      'numbering',
      `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${abstract}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="${restart}"/></w:lvlOverride></w:num>`,
    ),
    'word/_rels/document.xml.rels': relationships({ n: ['numbering', 'numbering.xml'] }),
  });
}
