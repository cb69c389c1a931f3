import type { Soffice } from './runtime.ts';

/** Calls a function with pointers to zero-terminated UTF-8 copies of texts, which are freed afterwards. */
export function withTexts<T>(
  module: Soffice,
  texts: readonly string[],
  call: (...pointers: number[]) => T,
): T {
  const pointers = texts.map((text) => {
    const bytes = Buffer.from(`${text}\0`);
    const pointer = module._malloc(bytes.length);
    module.HEAPU8.set(bytes, pointer);
    return pointer;
  });
  try {
    return call(...pointers);
  } finally {
    for (const pointer of pointers) module._free(pointer);
  }
}

/** Returns the zero-terminated UTF-8 text at a pointer; empty for a null pointer. */
export function textAt({ HEAPU8: heap }: Soffice, pointer: number): string {
  if (pointer === 0) return '';
  // A copy, because text decoders reject shared memory.
  return Buffer.from(heap.slice(pointer, heap.indexOf(0, pointer))).toString('utf8');
}
