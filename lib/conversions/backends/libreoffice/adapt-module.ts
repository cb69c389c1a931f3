/** Identifiers of sections (WebAssembly core specification 2.0, 5.5.2). */
const section = { global: 6, export: 7, data: 11 } as const;
/** The file's magic number and version. */
const HEADER_BYTES = 8;
/** The kind of an export that is a global variable (5.5.10). */
const GLOBAL = 3;
/** The kind of a data segment that the module's code copies into the memory (5.5.14). */
const PASSIVE = 1;

/** The names under which {@link adaptModule} exports global variables begin with this. */
export const GLOBAL_PREFIX = 'global:';

/** Encodes an unsigned integer (5.2.2, LEB128). */
function encoded(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low + 128, ...encoded((value - low) / 128)];
}

/** Returns an unsigned integer at an offset, and the offset after it. */
function decoded(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let end = at, scale = 1; ; scale *= 128) {
    const byte = bytes[end++] ?? 0;
    value += (byte % 128) * scale;
    if (byte < 128) return { value, end };
  }
}

/** Adds exports of all global variables, which the package's module exports none of. */
function withGlobals(exports: Uint8Array, globalCount: number): Uint8Array {
  const { value: count, end } = decoded(exports, 0);
  const added = Array.from({ length: globalCount }, (_, index) => {
    const name = Buffer.from(`${GLOBAL_PREFIX}${index}`);
    return [...encoded(name.length), ...name, GLOBAL, ...encoded(index)];
  });
  return Buffer.concat([
    Buffer.from(encoded(count + globalCount)),
    exports.subarray(end),
    Buffer.from(added.flat()),
  ]);
}

/** Empties all data segments but the first, from which each thread gets its own variables. */
function emptied(data: Uint8Array): Uint8Array {
  const { value: count, end } = decoded(data, 0);
  const first = decoded(data, end + 1);
  const others = Array.from({ length: count - 1 }, () => [PASSIVE, 0]).flat();
  return Buffer.concat([data.subarray(0, first.end + first.value), Buffer.from(others)]);
}

/**
 * Returns LibreOffice's module with all global variables exported, so that a snapshot can contain them. Without its data, it
 * only runs with a memory that was restored from a snapshot, which contains them too.
 */
export function adaptModule(
  module: Uint8Array,
  { withoutData }: { readonly withoutData: boolean },
): Uint8Array {
  const parts: Uint8Array[] = [module.subarray(0, HEADER_BYTES)];
  let globalCount = 0;
  for (let at = HEADER_BYTES; at < module.length; ) {
    const id = module[at] ?? 0;
    const { value: length, end: start } = decoded(module, at + 1);
    let content = module.subarray(start, start + length);
    at = start + length;
    if (id === section.global) globalCount = decoded(content, 0).value;
    if (id === section.export) content = withGlobals(content, globalCount);
    if (id === section.data && withoutData) content = emptied(content);
    parts.push(Uint8Array.from([id, ...encoded(content.length)]), content);
  }
  return Buffer.concat(parts);
}
