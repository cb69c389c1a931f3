import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalFormat } from '../../../lib/conversions/formats.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { findProgram, runProgram } from '../../engines/peers.ts';
import type { QualityResult, QualitySet } from '../quality-set.ts';

/** A PDF to validate: the standard that it claims, how it was made, and its bytes. */
interface Claim {
  readonly standard: string;
  readonly how: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

const operations: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  rotated: { rotate: 90 },
  'first page': { pages: '1' },
  linearized: { linearize: true },
  compressed: { compress: 'lossless' },
};

async function claimsOf(name: string, bytes: Buffer): Promise<Claim[]> {
  const from = canonicalFormat(extname(name));
  if (from === undefined) return [];
  const claims: Claim[] = [];
  const add = async (standard: string, how: string, input: Uint8Array, options: object): Promise<void> => {
    const source = how === 'written' ? from : 'pdf';
    const result = await convert(input, {
      to: 'pdf',
      from: source,
      filename: name,
      options: { ...options },
    }).catch(() => undefined);
    if (result !== undefined) claims.push({ standard, how, name, bytes: result.bytes });
  };
  await add('2b', 'written', bytes, { pdf_standard: 'a-2b' });
  await add('ua1', 'written', bytes, { pdf_standard: 'ua-1' });
  const archived = claims.find(({ standard }) => standard === '2b');
  if (archived !== undefined)
    for (const [how, options] of Object.entries(operations)) await add('2b', how, archived.bytes, options);
  return claims;
}

// JAXB is in veraPDF's class path, but not found there by itself.
const factory = '-Djavax.xml.bind.context.factory=com.sun.xml.bind.v2.ContextFactory';

async function measure(folder: string): Promise<QualityResult> {
  const java = findProgram('java');
  const classPath = process.env.VERAPDF;
  if (java === undefined || classPath === undefined)
    return { measured: 'needs java, and the class path of veraPDF in VERAPDF', columns: [], rows: [] };
  const scratch = await mkdtemp(join(tmpdir(), 'standards-'));
  const counts = new Map<string, { valid: number; all: number }>();
  const losses: string[] = [];
  let documents = 0;
  try {
    for (const name of (await readdir(join(folder, 'documents'))).toSorted()) {
      const claims = await claimsOf(name, await readFile(join(folder, 'documents', name)));
      if (claims.length === 0) continue;
      documents += 1;
      const paths = claims.map((_, at) => join(scratch, `${at}.pdf`));
      for (const [at, { bytes }] of claims.entries()) await writeFile(paths[at] ?? '', bytes);
      const program = fileURLToPath(new URL('../ValidatePdf.java', import.meta.url));
      const pairs = claims.flatMap(({ standard }, at) => [standard, paths[at] ?? '']);
      const { output } = await runProgram(java, [factory, '-cp', classPath, program, ...pairs]);
      const verdicts = output.toString().split('\n');
      for (const [at, { standard, how }] of claims.entries()) {
        const verdict = verdicts.find((line) => line.endsWith(`\t${paths[at]}`)) ?? 'not validated';
        const key = `${standard === 'ua1' ? 'PDF/UA-1' : 'PDF/A-2b'}, ${how}`;
        const count = counts.get(key) ?? { valid: 0, all: 0 };
        counts.set(key, count);
        count.all += 1;
        if (verdict.startsWith('valid')) count.valid += 1;
        else losses.push(`${name}, ${key}: ${verdict.split('\t')[0]}`);
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return {
    measured: `${documents} documents`,
    columns: ['valid', 'of'],
    rows: [...counts].map(([tool, { valid, all }]) => ({ tool, figures: [`${valid}`, `${all}`] })),
    losses,
  };
}

/** PDFs that claim a standard, judged by veraPDF. */
export const standards: QualitySet = {
  name: 'standards',
  title: 'PDF/A and PDF/UA as veraPDF judges them',
  measure,
};
