import { extractFormats, type Format } from '../../lib/conversions/formats.ts';
import type { Page } from '../page.ts';
import { rowsBySource } from './format-pages.ts';
import { listOf } from './markdown.ts';
import { describeOption, describeValues, type OptionInfo, optionsOf } from './options.ts';

/** An option and where it can be used. */
type Use = { readonly option: OptionInfo; readonly from: Format; readonly to: string };

const uses = [...rowsBySource.values()].flat().flatMap(({ from, operation, to, options }) =>
  optionsOf(options).map(
    (option): Use => ({
      option,
      from,
      to: operation === 'convert' ? to : `extract ${to}`,
    }),
  ),
);

const convertTargets = [...new Set(uses.map(({ to }) => to))].filter((to) => !to.startsWith('extract '));

/** Names as they are written if all but a few of many are meant. */
const describeNames = (names: readonly string[], all: readonly string[], every: string): string => {
  const others = all.filter((name) => !names.includes(name));
  if (others.length === 0) return every;
  return names.length > 12 && others.length <= 8 ? `${every} but ${listOf(others)}` : listOf(names);
};

const extracts = Object.keys(extractFormats);

/** The sources and targets of an option. */
const describePairs = (same: readonly Use[]): string => {
  const sources = [...new Set(same.map(({ from }) => from))];
  const targets = [...new Set(same.map(({ to }) => to))];
  const converted = targets.filter((to) => !to.startsWith('extract '));
  const extracted = extracts.filter((to) => targets.includes(`extract ${to}`));
  const to = [
    ...(converted.length === 0 ? [] : [`to ${describeNames(converted, convertTargets, 'every target')}`]),
    ...(extracted.length === 0
      ? []
      : [`extract ${describeNames(extracted, extracts, 'every extract format')}`]),
  ].join('; ');
  return `**From** ${describeNames(sources, [...rowsBySource.keys()], 'every format')}; ${to}.`;
};

const sectionOf = (name: string, all: readonly Use[]): string =>
  [
    `## ${name}`,
    ...[...Map.groupBy(all, ({ option }) => option.key).values()].flatMap((same) => {
      const [first] = same;
      return first === undefined
        ? []
        : [
            `${describeOption(first.option)} **Values:** ${describeValues(first.option)}.`,
            describePairs(same),
          ];
    }),
  ].join('\n\n');

/** The page of all options, each described once with the pairs that have it. */
export const optionsPage = (): Page => ({
  url: '/docs/formats/options/',
  title: 'Options',
  description:
    'Every option of conversions and extractions: values, default, an example, and the formats that have it.',
  section: 'Formats',
  order: 20,
  markdown: [
    'An option means the same wherever it occurs. A request with an option that its conversion lacks is refused with [`invalid_request`](/docs/errors/#invalid_request), which lists the valid ones. The page of each [format](/docs/formats/) has the options of each target.',
    ...[...Map.groupBy(uses, ({ option }) => option.name)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, all]) => sectionOf(name, all)),
  ].join('\n\n'),
});
