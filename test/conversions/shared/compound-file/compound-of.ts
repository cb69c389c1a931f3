import { CFB } from '@e965/xlsx';

/** Creates an OLE compound file from streams. */
export function compoundOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, content);
  return Buffer.from(CFB.write(file, { type: 'buffer' }));
}
