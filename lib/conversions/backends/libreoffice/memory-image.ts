import type { WasmMemory } from '../../base/web-assembly.ts';

/** The unit in which memory grows. */
const PAGE_BYTES = 65_536;
const zeros = Buffer.alloc(PAGE_BYTES);

/** Returns a copy of a memory without the zeros at its end. */
export function copyMemory({ buffer }: WasmMemory): Uint8Array {
  let end = buffer.byteLength;
  while (end > 0 && zeros.equals(Buffer.from(buffer, end - PAGE_BYTES, PAGE_BYTES))) end -= PAGE_BYTES;
  return Uint8Array.from(new Uint8Array(buffer, 0, end));
}

/** Makes a memory equal to a copy, with zeros after it. Writes only pages that differ, so that the others take no memory. */
export function restoreMemory({ buffer }: WasmMemory, copy: Uint8Array): void {
  const present = Buffer.from(buffer);
  const wanted = Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength);
  for (let at = 0; at < present.length; at += PAGE_BYTES) {
    const page = at < wanted.length ? wanted.subarray(at, at + PAGE_BYTES) : zeros;
    const place = present.subarray(at, at + PAGE_BYTES);
    if (!page.equals(place)) place.set(page);
  }
}
