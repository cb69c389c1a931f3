import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { packageFile } from '../../base/package-assets.ts';
import { corruptPdf } from '../pdfium/pdf-errors.ts';
import { installedJava, veraPdfPackage } from './installation.ts';
import { type Profile, profileNames, profiles } from './profiles.ts';
import { validationProgram } from './validation-program.ts';

/** The result of `extract` to `conformance`: whether a PDF conforms to a standard, and the rules that it breaks. */
export const conformanceSchema = z.strictObject({
  profile: profileNames,
  conforms: z.boolean(),
  checked: z.int().nonnegative().describe('Number of checks: each rule on each object that it applies to.'),
  failures: z.array(
    z.strictObject({
      clause: z.string().describe('Clause of the standard.'),
      test: z.int().describe("Number of veraPDF's rule for this clause."),
      description: z.string().describe('What the rule demands.'),
      count: z.int().positive().describe('Number of objects that break it.'),
      places: z.array(z.string()).describe('The first of these objects, from the root of the file.'),
    }),
  ),
});

/** Whether a PDF conforms to a standard. */
export type Conformance = z.output<typeof conformanceSchema>;

const answerSchema = z.union([
  z.strictObject({ report: conformanceSchema.extend({ profile: z.string() }) }),
  z.strictObject({ error: z.string() }),
]);

const DEFAULT_PROFILE: Profile = 'a-2b';
const MAX_PLACES = 10;
const MAX_MILLISECONDS = 120_000;
const MAX_MEMORY = '1g';

const run = promisify(execFile);

function tooComplex(cause: unknown): ConversionError {
  const message = `Checking the PDF takes more than ${MAX_MILLISECONDS / 1000} seconds or ${MAX_MEMORY} of memory. Check a part of it: convert it with the "pages" option first.`;
  return new ConversionError('too_complex', message, { cause });
}

function encrypted(cause: unknown): ConversionError {
  const message =
    'The PDF is password-protected, and cannot be checked. Convert it with the "password" and "decrypt" options first.';
  return new ConversionError('encrypted_document', message, { cause });
}

/** Answers of veraPDF that are exceptions of Java, as errors of the document. */
function errorOf(exception: string): Error {
  const isOneOf = (...names: string[]): boolean => names.some((name) => exception.includes(name));
  if (isOneOf('EncryptedPdfException')) return encrypted(exception);
  if (isOneOf('OutOfMemoryError', 'StackOverflowError')) return tooComplex(exception);
  // Its parser fails with any exception of Java on a damaged file. Errors are those of the installation or of our own program.
  if (exception.endsWith('Exception')) return corruptPdf(exception);
  return new Error(`veraPDF failed: ${exception}`);
}

/**
 * Checks a PDF with veraPDF, by default against the profile that it claims, or PDF/A-2b. Throws ConversionError
 * `corrupt_document`, `encrypted_document` or `too_complex`.
 */
export async function validatePdf(bytes: Uint8Array, profile?: Profile): Promise<Conformance> {
  const java = installedJava();
  if (java === undefined) throw new Error('Java is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'verapdf-'));
  try {
    const file = join(folder, 'input.pdf');
    await writeFile(file, bytes);
    const properties = {
      'docforge.file': file,
      'docforge.profile': profile === undefined ? '' : profiles[profile],
      'docforge.default': profiles[DEFAULT_PROFILE],
      'docforge.profiles': Object.values(profiles).join(','),
      'docforge.places': MAX_PLACES,
      'java.io.tmpdir': folder,
      'java.awt.headless': true,
      // The XML in a document may name files and addresses: nothing is opened.
      'javax.xml.accessExternalDTD': '',
      'javax.xml.accessExternalSchema': '',
    };
    const { stdout } = await run(
      java,
      [
        `-Xmx${MAX_MEMORY}`,
        '-XX:+UseSerialGC',
        '-XX:-UsePerfData',
        '-XX:TieredStopAtLevel=1',
        ...Object.entries(properties).map(([name, value]) => `-D${name}=${value}`),
        '-cp',
        packageFile(veraPdfPackage, 'lib', 'opendataloader-pdf-cli.jar'),
        'org.mozilla.javascript.tools.shell.Main',
        '-e',
        validationProgram,
      ],
      {
        cwd: folder,
        env: { PATH: '/usr/bin:/bin', TMPDIR: folder, LC_ALL: 'C.UTF-8' },
        timeout: MAX_MILLISECONDS,
        killSignal: 'SIGKILL',
        maxBuffer: 16 * 1024 * 1024,
      },
    ).catch((error: unknown) => {
      throw error instanceof Error && 'killed' in error && error.killed === true ? tooComplex(error) : error;
    });
    const answer = answerSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    if ('error' in answer) throw errorOf(answer.error);
    const { report } = answer;
    const named = profileNames.options.find((name) => profiles[name] === report.profile);
    return conformanceSchema.parse({ ...report, profile: named });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
