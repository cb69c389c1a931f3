/** What a table is called before its number, in lower case, in the languages of Europe and East Asia. */
export const tableWords: ReadonlySet<string> = new Set(
  (
    'table tab. tab tabl. tabelle tableau tabla tabella tabel tabela tabelul tabell tabulka tabuľka tablica taulukko ' +
    'táblázat lentelė tabula cuadro quadro taula πίνακας таблица таблиця табл. 表 표'
  ).split(' '),
);

/** What a figure is called before its number, in lower case. */
export const figureWords: ReadonlySet<string> = new Set(
  (
    'figure fig. fig chart scheme plate abbildung abb. abb grafik graphique figura figur figuur gráfico grafico ' +
    'rysunek rys. wykres graf obrázek obr. kuvio kuva ábra slika διάγραμμα σχήμα рис. рисунок фигура 図 图 그림'
  ).split(' '),
);

// The longest word, and its full stop.
const FIRST_WORD = /^\p{L}{1,12}\.?/u;

/** The word, in lower case, that a text starts with before a blank or a number; with its full stop. */
export const firstWordOf = (text: string): string => FIRST_WORD.exec(text)?.[0].toLowerCase() ?? '';
