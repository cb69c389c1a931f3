import { extensionsOf, type Format } from '../../lib/conversions/formats.ts';
import type { Page } from '../page.ts';
import { families, formatNotes } from './format-notes.ts';
import { allFormats, rowsBySource, shortName } from './format-pages.ts';
import { markdownTable } from './markdown.ts';

const targetsOf = (from: Format): string =>
  (rowsBySource.get(from) ?? []).flatMap((row) => (row.operation === 'convert' ? [row.to] : [])).join(', ');

const tableOf = (family: string): string =>
  markdownTable(
    ['Format', 'Files', 'Converts to'],
    allFormats
      .filter((format) => formatNotes[format].family === family)
      .map((format) => [
        `[${shortName(format)}](/docs/formats/${format}/)`,
        extensionsOf(format)
          .map((extension) => `\`.${extension}\``)
          .join(' '),
        targetsOf(format),
      ]),
  );

const tables = (): string => families.map((family) => `## ${family}\n\n${tableOf(family)}\n`).join('\n');

/** In the page of `docs/formats.md`, replaces its table by one for each family, in which formats link to their pages. */
export const withFormatTables = (page: Page): Page =>
  page.source === 'docs/formats.md'
    ? { ...page, markdown: page.markdown.replace(/^\|(?:.*\n)+?(?=\n)/m, tables) }
    : page;
