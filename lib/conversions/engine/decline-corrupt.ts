import { ConversionError } from '../errors.ts';
import { EngineRefusal } from './engine.ts';

/** Runs a reader. Throws {@link EngineRefusal} instead of `corrupt_document`: another engine may read the document. */
export async function declineCorrupt<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'corrupt_document') throw new EngineRefusal(error);
    throw error;
  }
}
