import * as z from 'zod';
import { chunkOptions } from '../../document/chunk-options.ts';
import { textOptions } from '../../engine/options.ts';

/** Options for splitting a text file into chunks. */
export const textChunkOptions = z.strictObject({ ...textOptions.shape, ...chunkOptions.shape });
