import { deployedRoutes } from '../../lib/conversions/deployment/workers.ts';
import type { Engine, Target } from '../../lib/conversions/engine/engine.ts';
import {
  extensionsOf,
  type Format,
  type FormatInfo,
  formats,
  isFormat,
  officeVariants,
} from '../../lib/conversions/formats.ts';
import { type FormatsRow, formatsTable } from '../../lib/conversions/routing/formats-table.ts';
import { optionsShape } from '../../lib/conversions/routing/option-schema.ts';
import { type Route, routeName } from '../../lib/conversions/routing/routes.ts';
import type { Page } from '../page.ts';
import { callBlocks, callsOf } from './calls.ts';
import { formatNotes } from './format-notes.ts';
import { listOf, markdownTable } from './markdown.ts';
import { describeOption, describeValues, exampleOf, type OptionInfo, optionsOf } from './options.ts';
import { resultNote } from './results.ts';

const table = deployedRoutes();

/** All formats, in the order of their table. */
export const allFormats: readonly Format[] = Object.keys(formats).filter(isFormat);

/** Every conversion and extraction of the service, by source. */
export const rowsBySource: ReadonlyMap<Format, readonly FormatsRow[]> = Map.groupBy(
  formatsTable(table),
  ({ from }) => from,
);

/** The name of a format in headings: its extension in capitals, or its label. */
export const shortName = (format: Format): string => {
  const { label }: FormatInfo = formats[format];
  return label === 'XML (JATS, DocBook, data)' ? 'XML' : (/\(([A-Z]+)\)$/.exec(label)?.[1] ?? label);
};

/** Targets of a format with the same options, which one section describes. */
type Group = {
  readonly first: FormatsRow;
  readonly rows: readonly FormatsRow[];
  /** Options that the section describes. */
  readonly own: readonly OptionInfo[];
  /** Options that the page describes once for most sections. */
  readonly shared: readonly OptionInfo[];
};

/** Options that at least half of the targets of a format have. */
const sharedOptions = (rows: readonly FormatsRow[]): OptionInfo[] =>
  [
    ...Map.groupBy(
      rows.flatMap(({ options }) => optionsOf(options)),
      ({ key }) => key,
    ).values(),
  ].flatMap(([option, ...others]) =>
    option !== undefined && (1 + others.length) * 2 >= rows.length ? [option] : [],
  );

const groupsOf = (rows: readonly FormatsRow[], shared: readonly OptionInfo[]): Group[] => {
  const isShared = ({ key }: OptionInfo): boolean => shared.some((option) => option.key === key);
  const keyOf = (row: FormatsRow): string =>
    [
      row.operation,
      row.takesSeveral,
      resultNote(row)?.text.replaceAll(row.to, ''),
      ...optionsOf(row.options).map(({ key }) => key),
    ].join('\n');
  return [...Map.groupBy(rows, keyOf).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const options = optionsOf(first.options);
    return [
      {
        first,
        rows: same,
        own: options.filter((option) => !isShared(option)),
        shared: options.filter(isShared),
      },
    ];
  });
};

const targetOf = ({ operation, to }: FormatsRow): Target =>
  operation === 'convert' ? { operation, to } : { operation, to };

/** The routes of a pair, best first. */
export const routesOf = (row: FormatsRow): readonly Route[] => table.between(row.from, targetOf(row));

/** Which engines of a list have an option; empty if all have it. */
const enginesWith = (name: string, routes: readonly Route[]): string => {
  const places = routes.flatMap((route, place) =>
    Object.hasOwn(optionsShape([route]), name) ? [`${place + 1}`] : [],
  );
  if (places.length === routes.length) return '';
  return places.length === 1 ? ` Engine ${places[0]} only.` : ` Engines ${listOf(places)} only.`;
};

/** Options whose value a call shows, the most telling first. */
const shown = [
  'page_size',
  'dpi',
  'max_tokens',
  'toc',
  'tables_as',
  'images',
  'compress',
  'quality',
  'sheet',
];

const exampleOptions = (options: readonly OptionInfo[]): Record<string, unknown> => {
  const option = shown.flatMap((name) => options.find((each) => each.name === name) ?? [])[0];
  return option === undefined ? {} : { [option.name]: exampleOf(option) };
};

const optionLink = ({ name }: OptionInfo): string => `[\`${name}\`](/docs/formats/options/#${name})`;

const optionTable = (options: readonly OptionInfo[], routes: readonly Route[] = []): string =>
  markdownTable(
    ['Option', 'Value', 'Meaning'],
    options.map((option) => [
      optionLink(option),
      describeValues(option),
      `${describeOption(option)}${enginesWith(option.name, routes)}`,
    ]),
  );

const targetName = (row: FormatsRow): string => (row.operation === 'convert' ? shortName(row.to) : row.to);

const headingOf = ({ first, rows }: Group): string =>
  first.operation === 'convert'
    ? `${shortName(first.from)} to ${listOf(rows.map(targetName))}`
    : `Extract ${listOf(rows.map(targetName))}`;

/** The anchor of a heading, as GitHub forms it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const units = {
  maxPages: 'pages',
  maxCharacters: 'characters',
  maxPixels: 'pixels',
  maxCells: 'cells',
  maxUnpackedBytes: 'bytes unpacked',
} as const satisfies Record<keyof Engine['limits'], string>;

const isUnit = (name: string): name is keyof typeof units => Object.hasOwn(units, name);

/** The lowest of each limit that the engines of a route have. */
const limitsOf = (route: Route): string => {
  const found = route.flatMap(({ engine }) => Object.entries(engine.limits));
  const lowest = Map.groupBy(found, ([name]) => name);
  return listOf(
    [...lowest].flatMap(([name, all]) =>
      isUnit(name)
        ? [`${Math.min(...all.map(([, limit]) => limit)).toLocaleString('en-US')} ${units[name]}`]
        : [],
    ),
  );
};

const enginesOf = ({ first, rows }: Group, routes: readonly Route[]): string => {
  const [best = []] = routes;
  const limits = limitsOf(best);
  const limit = limits === '' ? '' : ` Limits: ${limits}.`;
  const target = rows.length === 1 ? '' : ` for ${targetName(first)}`;
  return routes.length === 1
    ? `Engine${target}: \`${routeName(best)}\`.${limit}`
    : [
        `Engines${target}, best first; the next one runs if one cannot convert the document.${limit}`,
        '',
        ...routes.map((route, place) => `${place + 1}. \`${routeName(route)}\``),
      ].join('\n');
};

const sectionOf = (group: Group): string => {
  const { first, own, shared } = group;
  const routes = routesOf(first);
  const note = resultNote(first);
  return [
    `## ${headingOf(group)}`,
    callBlocks(callsOf(first, exampleOptions(own), note?.isUsual === true)),
    ...(note === undefined
      ? []
      : [note.isUsual ? `The result: ${note.text.charAt(0).toLowerCase()}${note.text.slice(1)}` : note.text]),
    ...(first.takesSeveral
      ? ['Several files become one result: pass their ids in `file_ids`, or several paths to a client.']
      : []),
    ...(own.length === 0 ? [] : [optionTable(own, routes)]),
    ...(shared.length === 0
      ? []
      : [
          `${own.length === 0 ? 'Options' : 'Further options'}, described [above](#${sharedAnchor}): ${listOf(shared.map(({ name }) => `\`${name}\``))}.`,
        ]),
    enginesOf(group, routes),
  ].join('\n\n');
};

/** Links from the names of targets to their sections. */
const linksTo = (groups: readonly Group[], operation: FormatsRow['operation']): string =>
  groups
    .filter(({ first }) => first.operation === operation)
    .flatMap((group) => group.rows.map((row) => `[${targetName(row)}](#${anchorOf(headingOf(group))})`))
    .join(', ');

const factsOf = (format: Format, rows: readonly FormatsRow[], groups: readonly Group[]): string => {
  const { mimeType, aliases }: FormatInfo = formats[format];
  const readAs = Object.keys(officeVariants).filter((variant) => officeVariants[variant] === format);
  const own = extensionsOf(format).filter((extension) => !readAs.includes(extension));
  const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  const opens = rows.some(({ options }) => optionsOf(options).some(({ name }) => name === 'password'));
  const facts = [
    ['Name in requests', code([format, ...aliases])],
    ['File names', code(own.map((extension) => `.${extension}`))],
    ...(readAs.length === 0 ? [] : [['Read as this format', code(readAs.map((variant) => `.${variant}`))]]),
    ['Media type', code([mimeType.split(';')[0] ?? mimeType])],
    ['Converts to', linksTo(groups, 'convert')],
    ['Extracts', linksTo(groups, 'extract')],
    ['Encrypted files', opens ? 'opened with the option `password`' : 'none'],
  ];
  return facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `- **${name}:** ${value}`)
    .join('\n');
};

const sharedTitle = 'Options of most targets';
const sharedAnchor = anchorOf(sharedTitle);

/** The page of a format: its targets in sections, with a call, all options and the engines of each. */
const formatPage = (from: Format, order: number): Page => {
  const rows = rowsBySource.get(from) ?? [];
  const shared = sharedOptions(rows);
  const groups = groupsOf(rows, shared);
  const { label } = formats[from];
  const named = ['pdf', 'markdown', 'html', 'docx', 'png', 'csv']
    .flatMap((to) => rows.filter((row) => row.operation === 'convert' && row.to === to && to !== from))
    .slice(0, 4)
    .map(targetName);
  return {
    url: `/docs/formats/${from}/`,
    title: label,
    description: `Convert ${shortName(from)} to ${named.join(', ')} and more: every option, with calls in curl, TypeScript, Python and on the command line.`,
    section: 'Format',
    order,
    isRepetitive: true,
    markdown: [
      factsOf(from, rows, groups),
      ...formatNotes[from].notes,
      ...(shared.length === 0 ? [] : [`## ${sharedTitle}`, optionTable(shared)]),
      ...groups.map(sectionOf),
    ].join('\n\n'),
  };
};

/** The pages of all formats that can be converted. */
export const formatPages = (): Page[] =>
  allFormats.filter((format) => rowsBySource.has(format)).map(formatPage);
