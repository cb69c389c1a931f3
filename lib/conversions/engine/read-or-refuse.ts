import { ConversionError } from '../../errors.ts';
import { EngineRefusal } from './engine.ts';

/** Runs a reader. What it calls damaged another engine may still read: that becomes an {@link EngineRefusal}. */
export async function readOrRefuse<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'corrupt_document') throw new EngineRefusal(error);
    throw error;
  }
}
