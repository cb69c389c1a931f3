import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeHeif } from '../../../../../lib/conversions/backends/heif/heif-program.ts';
import { findHeifProgram } from '../../../../../lib/conversions/backends/heif/installation.ts';
import { deployedRoutes } from '../../../../../lib/conversions/deployment/workers.ts';
import { detectFormat } from '../../../../../lib/conversions/detection/detect.ts';
import { checkHeifSize } from '../../../../../lib/conversions/formats/image/heic/decode-heic.ts';
import { libraryRoutes } from '../../../../../lib/conversions/routing/registry.ts';

const toPdf = { operation: 'convert', to: 'pdf' } as const;

const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** The boxes of a HEIC file that say what it is and how large; without an image. */
function heicOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), box('ispe', size)]);
}

describe('HEIC images', () => {
  let folder: string;
  /** Programs that take the place of libheif's: one writes its input to its output, two write several, one fails. */
  const program = async (name: string, script: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heic-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it('are found by their brand', async () => {
    expect(await detectFormat(heicOf(4, 4))).toBe('heic');
  });

  it('are decoded by the program that is installed', async () => {
    expect(findHeifProgram([folder])).toBeUndefined();

    const path = await program('heif-convert', 'cp "$1" "$2"');

    expect(findHeifProgram([folder])).toBe(path);
    expect(Buffer.from(await decodeHeif(Buffer.from('pixels'), path)).toString()).toBe('pixels');
  });

  it('have the first of several images', async () => {
    const path = await program(
      'several',
      'd=$(dirname "$2"); echo two > $d/output-2.png; echo one > $d/output-1.png',
    );

    expect(Buffer.from(await decodeHeif(Buffer.from('x'), path)).toString()).toBe('one\n');
  });

  it.each(['exit 1', 'exit 0', 'kill -9 $$'])('are damaged if the program does `%s`', async (script) => {
    const path = await program('failing', script);

    await expect(decodeHeif(Buffer.from('x'), path)).rejects.toMatchObject({ code: 'corrupt_document' });
  });

  it('are refused before they are decoded if they are too large or have no size', () => {
    expect(() => checkHeifSize(heicOf(4000, 3000))).not.toThrow();
    expect(() => checkHeifSize(heicOf(60_000, 60_000))).toThrow(/60000 x 60000 pixels/);
    expect(() => checkHeifSize(Buffer.from('ispe'))).not.toThrow();
    expect(() => checkHeifSize(Buffer.from('nothing'))).toThrow(/damaged/);
  });

  it('convert in the library, and in no deployment', () => {
    const workers = new Set(['standard', 'browser', 'office'] as const);

    expect(libraryRoutes.between('heic', toPdf).length).toBeGreaterThan(0);
    expect(deployedRoutes(workers).between('heic', toPdf)).toEqual([]);
  });
});
