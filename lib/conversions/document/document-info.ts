import type { DocumentInfo } from './result-schemas.ts';

/** Metadata of a file that declares none. */
export const noInfo: DocumentInfo = {
  title: null,
  author: null,
  subject: null,
  keywords: null,
  creator: null,
  producer: null,
  created: null,
  modified: null,
  encrypted: false,
  encoding: null,
};
