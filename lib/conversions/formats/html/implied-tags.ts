import { nameTable } from '../../base/name-table.ts';

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements without content or end tag, including obsolete ones. */
export const voidElements = names(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Elements whose start tag ends an open paragraph. */
export const blockElements = names(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul',
);

export const headingElements = names('h1 h2 h3 h4 h5 h6');

/** Open elements that a start tag ends, searched from the innermost up to one of `until`. */
export interface ImpliedEnd {
  readonly ends: ReadonlySet<string>;
  readonly until: ReadonlySet<string>;
}

/** WHATWG HTML, 13.1.2.4, "Optional tags". */
export const impliedEnds: Readonly<Record<string, ImpliedEnd>> = nameTable({
  li: { ends: names('li'), until: names('ul ol menu dir table td th') },
  dt: { ends: names('dt dd'), until: names('dl table td th') },
  dd: { ends: names('dt dd'), until: names('dl table td th') },
  option: { ends: names('option'), until: names('select datalist') },
  optgroup: { ends: names('option optgroup'), until: names('select') },
  rt: { ends: names('rt rp rb'), until: names('ruby rtc') },
  rp: { ends: names('rt rp rb'), until: names('ruby rtc') },
  td: { ends: names('td th'), until: names('tr table') },
  th: { ends: names('td th'), until: names('tr table') },
  tr: { ends: names('tr caption colgroup'), until: names('thead tbody tfoot table') },
  thead: { ends: names('thead tbody tfoot caption colgroup'), until: names('table') },
  tbody: { ends: names('thead tbody tfoot caption colgroup'), until: names('table') },
  tfoot: { ends: names('thead tbody tfoot caption colgroup'), until: names('table') },
  body: { ends: names('head'), until: names('html') },
  a: { ends: names('a'), until: names('table td th li p div') },
});

/** What a block's start tag ends. */
export const impliedParagraphEnd: ImpliedEnd = {
  ends: names('p'),
  until: names('table td th caption button li blockquote div'),
};

const cellEnds = names('table td th caption');
const tableEnds = names('table');
const tableParts = names('td th caption tr thead tbody tfoot');

/** The open elements that an end tag does not reach beyond: a stray `</div>` in a cell ends nothing outside. */
export const endTagScope = (name: string): ReadonlySet<string> =>
  name === 'table' || tableParts.has(name) ? tableEnds : cellEnds;

const sections = names('thead tbody tfoot table');
const rowsAndSections = names('tr thead tbody tfoot table');

/** The open element that part of a table goes into; all in it ends (WHATWG HTML, 13.2.6.4.9, "clear the stack back"). */
export const tableContexts: Readonly<Record<string, ReadonlySet<string>>> = nameTable({
  td: rowsAndSections,
  th: rowsAndSections,
  tr: sections,
  thead: tableEnds,
  tbody: tableEnds,
  tfoot: tableEnds,
  caption: tableEnds,
  colgroup: tableEnds,
});

/** Elements that contain rows: a cell there starts a row (WHATWG HTML, 13.2.6.4.13). */
export const rowParents = names('table thead tbody tfoot');

/** Elements that contain neither text nor content of their own, only the parts of a table. */
export const tableOnlyParents = names('table thead tbody tfoot tr');

/** What such an element may contain. Anything else belongs before the table (WHATWG HTML, 13.2.6.1, foster parenting). */
export const tableContent = names(
  'caption colgroup col thead tbody tfoot tr td th script style template form input',
);
