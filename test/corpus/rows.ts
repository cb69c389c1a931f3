import type { Target } from '../../lib/conversions/engine.ts';

/** A document, what is made of it, and what must and must not be in the result. */
export type CorpusRow = Target & {
  readonly file: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly includes: readonly string[];
  readonly excludes?: readonly string[];
};

const text = { operation: 'convert', to: 'text' } as const;
const markdown = { operation: 'convert', to: 'markdown' } as const;

/** What is known of single documents. */
export const rows: readonly CorpusRow[] = [
  {
    file: 'pdf/02-tracemonkey-2col.pdf',
    ...markdown,
    includes: [
      'Trace-based Just-in-Time Type Specialization for Dynamic',
      '# 1. Introduction',
      'Dynamic languages such as JavaScript are more difficult to compile than statically typed ones.',
    ],
    excludes: ['com-\npile', '\u0000'],
  },
  {
    file: 'pdf/54-aes256-userpw-secret.pdf',
    ...text,
    options: { password: 'secret' },
    includes: ['\n'],
  },
  { file: 'pdf/51-no-xref.pdf', ...text, includes: ['Trace-based Just-in-Time'] },
  { file: 'pdf/31-lshort-zh.pdf', ...text, options: { pages: '1-10' }, includes: ['LATEX'] },
];
