import { type Line, textOf } from './lines.ts';

// What a table is called before its number, in the languages of Europe and East Asia.
const tableWords: ReadonlySet<string> = new Set(
  (
    'table tab. tabl. tabelle tableau tabla tabella tabel tabela tabelul tabell tabulka tabuľka tablica taulukko ' +
    'táblázat lentelė tabula cuadro quadro πίνακας таблица таблиця 表 표'
  ).split(' '),
);
// What figures, and other parts with a number, are called.
const otherWords: ReadonlySet<string> = new Set(
  (
    'figure fig. chart box annex appendix abbildung abb. grafik graphique figura figur figuur gráfico grafico rysunek wykres ' +
    'graf obrázek kuvio ábra slika διάγραμμα рис. 図 图 그림'
  ).split(' '),
);

// A word, and a number such as 3, A.1 or II: prose goes on in lower case.
const NUMBERED = /^(\p{L}{1,12}\.?)\s{0,2}(?:[A-Z]{0,2}[.-]?\d|[A-Z]\b|[IVX]{2,5}\b)/u;

const startsWith = (line: Line, words: ReadonlySet<string>): boolean =>
  words.has(NUMBERED.exec(textOf(line))?.[1]?.toLowerCase() ?? '');

/** Whether a line is the title of a table. */
export const isTableTitle = (line: Line): boolean => startsWith(line, tableWords);
/** Whether a line is the title of a table, a figure or a part. */
export const isCaption = (line: Line): boolean => isTableTitle(line) || startsWith(line, otherWords);
