import { languages, type TableLanguage } from './languages.ts';
import { type Random, randomOf } from './random.ts';

/** A page that the benchmark makes. */
export interface MadePage {
  readonly name: string;
  readonly html: string;
  readonly isLandscape: boolean;
}

/** How tables are drawn; `tr.h` are the rows of the header, `tr.t` the total. */
const drawings: readonly [string, ...string[]] = [
  'td{border:0.5pt solid #000}',
  'table{border-top:1.2pt solid #000;border-bottom:1.2pt solid #000} tr.l td{border-bottom:0.5pt solid #000}',
  'td{border-bottom:0.3pt solid #777} tr.l td{border-bottom:1pt solid #000}',
  'tr.h td{background:#1f4e79;color:#fff} tr.z td{background:#dce6f1}',
  'tr.l td{border-bottom:0.5pt solid #000} tr.t td{font-weight:bold}',
  'tr.h td{font-weight:bold}',
  'table{border:0.7pt solid #000} td+td{border-left:0.5pt solid #000} tr.l td{border-bottom:0.7pt solid #000}',
  'tr.h td{background:#e0e0e0} td:nth-child(even){background:#f2f2f2} table{border-bottom:0.5pt solid #000}',
  'td{border-right:0.4pt dotted #000} tr.l td{border-bottom:0.8pt solid #000;border-top:0.8pt solid #000}',
];
const fonts: readonly [string, ...string[]] = [
  'Liberation Serif',
  'Liberation Sans',
  'DejaVu Sans',
  'DejaVu Serif',
  'Carlito',
  'Liberation Sans Narrow',
];
const missing: readonly [string, ...string[]] = ['–', '-', ':', '.', '...', '—', 'x'];

const cell = (text: string, style = '', spans = ''): string =>
  `<td${spans}${style === '' ? '' : ` style="${style}"`}><p class=c>${text}</p></td>`;

function numberIn({ thousands, decimal }: TableLanguage, random: Random, decimals: number): string {
  const whole = String(random.below(10 ** (1 + random.below(decimals > 0 ? 3 : 6))));
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
  const sign = random.chance(0.08) ? '-' : '';
  return decimals === 0
    ? `${sign}${grouped}`
    : `${sign}${grouped}${decimal}${String(random.below(10 ** decimals)).padStart(decimals, '0')}`;
}

/** A table of statistics: numbers by year or kind, with headings over several columns, parts of rows and missing values. */
function statistics(language: TableLanguage, random: Random): string {
  const columns = 2 + random.below(6);
  const isGrouped = columns >= 4 && columns % 2 === 0 && random.chance(0.6);
  const hasUnits = random.chance(0.35);
  const year = 1995 + random.below(15);
  const isYears = random.chance(0.55);
  const perGroup = isGrouped ? columns / 2 : columns;
  const headOf = (at: number): string => {
    const mark = random.chance(0.1)
      ? `<sup>${1 + random.below(3)}${random.chance(0.5) ? ')' : ''}</sup>`
      : '';
    return `${isYears ? year + (at % perGroup) : (language.heads[at % language.heads.length] ?? '')}${mark}`;
  };
  const corner = random.chance(0.5) ? '' : random.of(language.titles).split(' ').slice(0, 2).join(' ');
  const align = random.of(['right', 'right', 'center']);
  const headAlign = random.of(['right', 'center', 'left']);
  const heads = Array.from({ length: columns }, (_, at) => cell(headOf(at), `text-align:${headAlign}`)).join(
    '',
  );
  const isLast = (is: boolean): string => (is ? ' class="h l"' : ' class=h');
  const header = isGrouped
    ? `<tr class=h>${cell(corner, '', ' rowspan=2')}${language.groups
        .slice(0, 2)
        .map((group) => cell(group, 'text-align:center', ` colspan=${perGroup}`))
        .join('')}</tr><tr${isLast(!hasUnits)}>${heads}</tr>`
    : `<tr${isLast(!hasUnits)}>${cell(corner)}${heads}</tr>`;
  const unit = random.of(language.units);
  const units = hasUnits
    ? `<tr class="h l">${cell('')}${Array.from({ length: columns }, () => cell(unit, `text-align:${headAlign}`)).join('')}</tr>`
    : '';
  const decimals = Array.from({ length: columns }, () => random.below(3));
  const gap = random.of(missing);
  const values = (): string =>
    decimals
      .map((count) =>
        cell(
          random.chance(0.07) ? gap : numberIn(language, random, count),
          `text-align:${align};white-space:nowrap`,
        ),
      )
      .join('');
  const rows: string[] = [];
  const labels = language.labels.slice(0, 4 + random.below(6));
  const hasParts = random.chance(0.4);
  for (const [at, label] of labels.entries()) {
    const mark = random.chance(0.08) ? `<sup>${1 + random.below(3)}</sup>` : '';
    rows.push(`<tr${at % 2 === 1 ? ' class=z' : ''}>${cell(`${label}${mark}`)}${values()}</tr>`);
    if (hasParts && at % 3 === 0)
      for (const part of language.parts.slice(0, 1 + random.below(3)))
        rows.push(`<tr>${cell(part, 'padding-left:14pt')}${values()}</tr>`);
  }
  rows.push(`<tr class=t>${cell(language.total)}${values()}</tr>`);
  return `<table>${header}${units}${rows.join('')}</table>`;
}

const bodies: readonly (readonly [string, string, string, string])[] = [
  [
    'Belgium',
    'Federal Public Service Employment, Labour and Social Dialogue',
    'Tripartite council; advice on all bills',
    '1952',
  ],
  [
    'Denmark',
    'Danish Working Environment Authority',
    'Inspection of workplaces, guidance for employers and employees',
    '1954',
  ],
  ['Ireland', 'Health and Safety Authority', 'Board of twelve members', '1989'],
  ['Luxembourg', 'Inspection du travail et des mines', 'Ministry of Labour', '1974'],
  [
    'Portugal',
    'Autoridade para as Condições do Trabalho',
    'Ministry of Solidarity, Employment and Social Security',
    '2007',
  ],
  [
    'Slovenia',
    'Labour Inspectorate of the Republic of Slovenia',
    'Supervision of labour law and of safety at work',
    '1994',
  ],
  [
    'Sweden',
    'Swedish Work Environment Authority (Arbetsmiljöverket)',
    'Regulations, inspections, statistics',
    '2001',
  ],
];

/** A table of texts, some of which take several lines. */
function texts(random: Random): string {
  const columns = 2 + random.below(3);
  const heads = ['Country', 'Responsible body', 'Tasks and structure', 'Since'].slice(0, columns);
  const start = random.below(3);
  const rows = bodies.slice(start, start + 4 + random.below(3)).map(
    (body, at) =>
      `<tr${at % 2 === 1 ? ' class=z' : ''}>${body
        .slice(0, columns)
        .map((text) => cell(text))
        .join('')}</tr>`,
  );
  return `<table${columns < 4 && random.chance(0.6) ? ' style="width:70%"' : ''}><tr class="h l">${heads.map((head) => cell(head)).join('')}</tr>${rows.join('')}</table>`;
}

/** A page with one to three tables between paragraphs. */
export function madeTables(count: number): MadePage[] {
  return Array.from({ length: count }, (_, at) => {
    const random = randomOf(at + 1);
    const language = languages[at % languages.length] ?? languages[0];
    const size = 7 + random.below(4);
    const isLandscape = random.chance(0.2);
    const isWide = random.chance(0.5);
    const hasTitles = random.chance(0.6);
    const hasSource = random.chance(0.5);
    const isTwoColumns = !isLandscape && random.chance(0.12);
    const css = `body{font:10pt '${random.of(fonts)}'${isTwoColumns ? ';columns:2' : ''}} table{border-collapse:collapse;margin:6pt 0;${isWide ? 'width:100%' : ''}} td{font-size:${size}pt;padding:${random.of(['0.5pt 4pt', '1pt 6pt', '2pt 8pt', '3pt 5pt'])};vertical-align:${random.of(['top', 'bottom', 'top'])}} p.c{margin:${random.of(['0', '0', '0', '2pt 0'])}} .n{font-size:${size}pt} sup{font-size:65%} ${random.of(drawings)}`;
    const number = isTwoColumns ? 1 : 1 + random.below(3);
    const parts = Array.from({ length: number }, (_unused, index) => {
      const isText = random.chance(0.25);
      const title = hasTitles
        ? `<p><b>${language.table} ${index + 1}. ${random.of(language.titles)}</b></p>`
        : '';
      const source = hasSource ? `<p class=n>${language.source}</p>` : '';
      return `<p>${random.of(language.prose)}</p>${title}${isText ? texts(random) : statistics(language, random)}${source}`;
    });
    return {
      name: `made-${String(at + 1).padStart(3, '0')}`,
      isLandscape,
      html: `<!doctype html><html><head><meta charset=utf-8><style>${css}</style></head><body>${parts.join('')}<p>${language.prose[0]}</p></body></html>`,
    };
  });
}
