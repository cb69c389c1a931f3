import { noInfo } from '../../document/document-info.ts';
import type { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { linesOf } from '../../shared/markup/text-lines.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { createLineReading, notesElement } from '../html/build-elements.ts';
import { readAsPage } from '../html/read-page.ts';
import type { BlockReading } from './block-reading.ts';
import { readBlocks } from './blocks.ts';
import { findDefinitions } from './definitions.ts';

/** Reads a reStructuredText file. */
export async function readRst(
  bytes: Uint8Array,
  { options, needs }: ReadRequest<typeof textOptions, 'rst'>,
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  const lines = linesOf(text);
  const reading: BlockReading = {
    ...createLineReading(),
    definitions: findDefinitions(lines),
    anonymous: 0,
    unnumbered: { '#': 0, '*': 0 },
    adornments: [],
    notes: [],
    unnumberedNotes: { '#': 0, '*': 0 },
    fields: new Map(),
    title: undefined,
    blocks: readBlocks,
  };
  const body = readBlocks({ lines, depth: 0 }, reading);
  const field = (...names: readonly string[]): string | null =>
    names.map((name) => reading.fields.get(name)).find((value) => value !== undefined && value !== '') ??
    null;
  const metadata = {
    ...noInfo,
    title: reading.title ?? null,
    author: field('author', 'authors'),
    subject: field('description'),
    keywords: field('keywords'),
    encoding,
  };
  return readAsPage(
    [body, notesElement(reading.notes)],
    { format: 'rst', metadata },
    needs,
    [...warnings, ...reading.warnings],
    reading.leftOut,
  );
}
