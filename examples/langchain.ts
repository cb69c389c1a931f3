import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import { Document } from '@langchain/core/documents';
import type { Chunk, DocForge, DocumentInput, ExtractOptions, Result } from 'docforge-client';

/** Metadata of a chunk. In formats without pages, the pages are null and the boxes are empty. */
export type ChunkMetadata = {
  /** The path or URL of the file, or the id of its upload. */
  source: string;
  /** The position of the chunk in the file. */
  index: number;
  /** The headings above the chunk, outermost first. */
  path: string[];
  page_start: number | null;
  page_end: number | null;
  /** Where the chunk is: left, top, right and bottom edge in points from the top left corner of the page. */
  boxes: { page: number; box: number[] }[];
  token_count: number;
};

const sourceOf = (input: DocumentInput, { job }: Result): string => {
  if (typeof input === 'string') return input;
  return 'fileUrl' in input ? input.fileUrl : (job.file_id ?? '');
};

/**
 * Loads a file of any format that DocForge reads, as one LangChain document per chunk.
 *
 * Chunks end between the blocks of a document and are small enough to embed, so they need no text splitter.
 */
export class DocForgeLoader extends BaseDocumentLoader {
  readonly #docforge: DocForge;
  readonly #input: DocumentInput;
  readonly #options: Omit<ExtractOptions, 'format'>;

  /** @param options options of the extraction, such as `{ options: { pages: '1-3' } }` */
  constructor(docforge: DocForge, input: DocumentInput, options: Omit<ExtractOptions, 'format'> = {}) {
    super();
    this.#docforge = docforge;
    this.#input = input;
    this.#options = options;
  }

  /** @throws JobFailedError if the file cannot be read */
  override async load(): Promise<Document<ChunkMetadata>[]> {
    const result = await this.#docforge.extract(this.#input, { ...this.#options, format: 'chunks' });
    const source = sourceOf(this.#input, result);
    const chunks = await result.json<Chunk[]>();
    return chunks.map(({ text, index, path, page_start, page_end, places, token_count }) => {
      const boxes = places.flatMap((place) => ('box' in place ? [place] : []));
      const metadata = { source, index, path, page_start, page_end, boxes, token_count };
      return new Document({ pageContent: text, metadata });
    });
  }
}
