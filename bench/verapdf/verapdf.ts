import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toolFile } from '../../test/support/tools.ts';
import { findProgram } from '../engines/peers.ts';
import { validationProgram } from './validation-program.ts';

/** The npm package with veraPDF's jar. */
export const veraPdfPackage = '@opendataloader/pdf';

const java = findProgram('java');

/** Returns true if Java, which veraPDF needs, is installed. */
export const isVeraPdfInstalled = (): boolean => java !== undefined;

/** Whether a PDF conforms to a standard, and the rules that it breaks. */
interface Validation {
  readonly conforms: boolean;
  /** The clause of the standard and veraPDF's number of the rule for this clause. */
  readonly failures: readonly { readonly clause: string; readonly test: number }[];
}

const MAX_MILLISECONDS = 120_000;
const run = promisify(execFile);

/**
 * Checks a PDF with veraPDF. Throws if veraPDF cannot read the file.
 *
 * @param standard `ua-1`, or a level of PDF/A such as `a-2b`
 */
export async function validatePdf(bytes: Uint8Array, standard: string): Promise<Validation> {
  if (java === undefined) throw new Error('Java is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'verapdf-'));
  try {
    const file = join(folder, 'input.pdf');
    await writeFile(file, bytes);
    const properties = {
      'docforge.file': file,
      'docforge.profile': standard.replace(/^a-/, '').replace('-', ''),
      'java.io.tmpdir': folder,
      'java.awt.headless': true,
    };
    const { stdout } = await run(
      java,
      [
        '-Xmx1g',
        '-XX:+UseSerialGC',
        '-XX:TieredStopAtLevel=1',
        ...Object.entries(properties).map(([name, value]) => `-D${name}=${value}`),
        '-cp',
        toolFile(veraPdfPackage, 'lib', 'opendataloader-pdf-cli.jar'),
        'org.mozilla.javascript.tools.shell.Main',
        '-e',
        validationProgram,
      ],
      { timeout: MAX_MILLISECONDS, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 },
    );
    const answer: Validation | { readonly error: string } = JSON.parse(
      stdout.trim().split('\n').at(-1) ?? '',
    );
    if ('error' in answer) throw new Error(`veraPDF failed: ${answer.error}`);
    return answer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
