import { type BaseReader, Document } from '@llamaindex/core/schema';
import type { Chunk, DocForge, DocumentInput, ExtractOptions, Result } from 'docforge-client';

/** What a document contains besides its text. The pages are null, and the boxes empty, in formats without pages. */
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

/** Metadata that says where a chunk is, and nothing about its content. */
const positions = ['index', 'page_start', 'page_end', 'boxes', 'token_count'];

const sourceOf = (input: DocumentInput, { job }: Result): string => {
  if (typeof input === 'string') return input;
  return 'fileUrl' in input ? input.fileUrl : (job.file_id ?? '');
};

/**
 * Reads a file of any format that DocForge reads, as one LlamaIndex document per chunk.
 *
 * Chunks end between the blocks of a document and are small enough to embed, so they need no node parser.
 */
export class DocForgeReader implements BaseReader<Document<ChunkMetadata>> {
  readonly #docforge: DocForge;

  constructor(docforge: DocForge) {
    this.#docforge = docforge;
  }

  /**
   * @param options those of the extraction, such as `{ options: { pages: '1-3' } }`
   * @throws JobFailedError if the file cannot be read
   */
  async loadData(
    input: DocumentInput,
    options: Omit<ExtractOptions, 'format'> = {},
  ): Promise<Document<ChunkMetadata>[]> {
    const result = await this.#docforge.extract(input, { ...options, format: 'chunks' });
    const source = sourceOf(input, result);
    const chunks = await result.json<Chunk[]>();
    return chunks.map(({ text, index, path, page_start, page_end, places, token_count }) => {
      const boxes = places.flatMap((place) => ('box' in place ? [place] : []));
      const metadata = { source, index, path, page_start, page_end, boxes, token_count };
      // LlamaIndex embeds metadata with the text unless it is excluded.
      return new Document({
        text,
        metadata,
        excludedEmbedMetadataKeys: positions,
        excludedLlmMetadataKeys: positions,
      });
    });
  }
}
