import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as yaml from 'js-yaml';
import * as z from 'zod';
import { planTable } from '../lib/plan-table.ts';
import { planLines, plans } from '../lib/plans.ts';
import { errorPage } from './generated/error-page.ts';
import { formatPages } from './generated/format-pages.ts';
import { withFormatTables } from './generated/formats-index.ts';
import { optionsPage } from './generated/options-page.ts';
import type { Page } from './page.ts';
import { referencePage } from './reference/reference-page.ts';

/** The project's folder. */
export const projectFolder = join(import.meta.dirname, '..');

/**
 * The sections of the sidebar, in order. A page of another section has a URL and is found by the search, but the sidebar does not list it.
 */
export const sections: readonly string[] = [
  'Get started',
  'Guides',
  'Formats',
  'Reference',
  'Run it yourself',
  'Project',
];

/** Documents of the project that are pages as they are. Their title is their heading. */
const documents: readonly Omit<Page, 'title' | 'markdown'>[] = [
  {
    source: 'docs/client.md',
    url: '/docs/client/',
    description:
      'The clients for TypeScript and Python, the command line, and the MCP server for assistants.',
    section: 'Get started',
    order: 60,
  },
  {
    source: 'docs/webhooks.md',
    url: '/docs/webhooks/',
    description: 'Receive a signed request when a job ends: events, signatures, retries and testing.',
    section: 'Guides',
    order: 80,
  },
  {
    source: 'docs/spreadsheets.md',
    url: '/docs/spreadsheets/',
    description: 'How workbooks are read and written: numbers, dates, formulas, sheets and formats.',
    section: 'Guides',
    order: 90,
  },
  {
    source: 'docs/formats.md',
    url: '/docs/formats/',
    description: 'Every format that DocForge reads and writes, and what is kept of it.',
    section: 'Formats',
    order: 10,
  },
  {
    source: 'docs/document-model.md',
    url: '/docs/document-model/',
    description: 'The blocks, places and metadata of the extract format document, and its JSON Schema.',
    section: 'Reference',
    order: 30,
  },
  {
    source: 'docs/library.md',
    url: '/docs/library/',
    description: 'Convert and extract in your own Node.js process, without a service.',
    section: 'Run it yourself',
    order: 30,
  },
  {
    source: 'docs/operating.md',
    url: '/docs/operating/',
    description: 'Deploy DocForge to your AWS account: settings, sign-up, billing, costs and limits.',
    section: 'Run it yourself',
    order: 20,
  },
  {
    source: 'docs/runbook.md',
    url: '/docs/runbook/',
    description: 'What each alarm means and what to do, troubleshooting, logs, metrics and traces.',
    section: 'Run it yourself',
    order: 22,
  },
  {
    source: 'docs/operator.md',
    url: '/docs/operator/',
    description: 'Commands for accounts, keys, jobs, webhooks and queues, and the page for operators.',
    section: 'Run it yourself',
    order: 24,
  },
  {
    source: 'docs/upgrading.md',
    url: '/docs/upgrading/',
    description: 'Upgrade notes, rolling back, adopting existing data, and restoring from a backup.',
    section: 'Run it yourself',
    order: 26,
  },
  {
    source: 'docs/quality.md',
    url: '/docs/quality/',
    description: 'How well DocForge extracts text, tables and structure, measured on public sets.',
    section: 'Project',
    order: 10,
  },
  {
    source: 'SECURITY.md',
    url: '/docs/security/',
    description:
      'What protects your documents: the sandbox, permissions, retention, and how to report a vulnerability.',
    section: 'Project',
    order: 20,
  },
  {
    source: 'CHANGELOG.md',
    url: '/docs/changelog/',
    description: 'What has changed for users of the API, the clients and the command line.',
    section: 'Project',
    order: 30,
  },
];

const frontMatter = z.strictObject({
  title: z.string(),
  description: z.string(),
  section: z.string(),
  order: z.number(),
});

const readDocument = (row: (typeof documents)[number]): Page => {
  const markdown = readFileSync(join(projectFolder, row.source ?? ''), 'utf8');
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error(`${row.source} has no heading of level 1`);
  return { ...row, title, markdown };
};

/** The folder of the hand-written pages, relative to the project. */
const handWritten = 'docs/site';

/** The table of plans in a page, and that of this deployment. */
const [defaultPlans, operatorPlans] = [planTable, plans].map((rows) => planLines(rows).join('\n')) as [
  string,
  string,
];

/** Reads a hand-written page. `index.md` is the page of its folder. */
const readPage = (name: string): Page => {
  const source = `${handWritten}/${name}`;
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(projectFolder, source), 'utf8'));
  if (match === null) throw new Error(`${source} has no front matter`);
  const [, front = '', markdown = ''] = match;
  const parsed = frontMatter.safeParse(yaml.load(front));
  if (!parsed.success) throw new Error(`${source}: ${z.prettifyError(parsed.error)}`);
  const url = `/docs/${name.replace(/(?:^|(?<=\/))index\.md$|\.md$/, '/')}`.replace('//', '/');
  return { ...parsed.data, url, markdown: markdown.replace(defaultPlans, operatorPlans), source };
};

/** Reads and generates all pages, in the order of the sidebar. */
export const readPages = (uploadLimitBytes: number): readonly Page[] => {
  const names = readdirSync(join(projectFolder, handWritten), { recursive: true, encoding: 'utf8' });
  const pages = [
    ...documents.map(readDocument).map(withFormatTables),
    referencePage(uploadLimitBytes),
    errorPage(),
    optionsPage(),
    ...formatPages(),
    ...names.filter((name) => name.endsWith('.md')).map(readPage),
  ];
  const place = ({ section }: Page): number => {
    const index = sections.indexOf(section);
    return index === -1 ? sections.length : index;
  };
  return pages.toSorted((a, b) => place(a) - place(b) || a.order - b.order || a.url.localeCompare(b.url));
};

/** Returns the URL of a page's Markdown. */
export const markdownUrl = (url: string): string =>
  url === '/docs/' ? '/docs/index.md' : `${url.slice(0, -1)}.md`;
