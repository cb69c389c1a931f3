import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { canonicalFormat } from '../../../lib/conversions/formats.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { isVeraPdfInstalled, validatePdf, veraPdfPackage } from '../../verapdf/verapdf.ts';
import type { QualityResult, QualitySet } from '../quality-set.ts';

const standardNames = { 'a-2b': 'PDF/A-2b', 'ua-1': 'PDF/UA-1' } as const;
type Standard = keyof typeof standardNames;

/** A PDF to validate: the standard that it claims, how it was made, and its bytes. */
interface Claim {
  readonly standard: Standard;
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
  const add = async (standard: Standard, how: string, input: Uint8Array, options: object): Promise<void> => {
    const source = how === 'written' ? from : 'pdf';
    const result = await convert(input, {
      to: 'pdf',
      from: source,
      filename: name,
      options: { ...options },
    }).catch(() => undefined);
    if (result !== undefined) claims.push({ standard, how, name, bytes: result.bytes });
  };
  await add('a-2b', 'written', bytes, { pdf_standard: 'a-2b' });
  await add('ua-1', 'written', bytes, { pdf_standard: 'ua-1' });
  const archived = claims.find(({ standard }) => standard === 'a-2b');
  if (archived !== undefined)
    for (const [how, options] of Object.entries(operations)) await add('a-2b', how, archived.bytes, options);
  return claims;
}

/** The rules that a claim breaks, or why it was not validated. */
async function brokenRules({ bytes, standard }: Claim): Promise<readonly string[]> {
  try {
    const { failures } = await validatePdf(bytes, standard);
    return failures.map(({ clause, test }) => `${clause}-${test}`);
  } catch (error) {
    return [`not validated: ${error instanceof Error ? error.message : error}`];
  }
}

async function measure(folder: string): Promise<QualityResult> {
  if (!isVeraPdfInstalled()) return { measured: `needs Java and ${veraPdfPackage}`, columns: [], rows: [] };
  const counts = new Map<string, { valid: number; all: number }>();
  const losses: string[] = [];
  let documents = 0;
  for (const name of (await readdir(join(folder, 'documents'))).toSorted()) {
    const claims = await claimsOf(name, await readFile(join(folder, 'documents', name)));
    if (claims.length > 0) documents += 1;
    for (const claim of claims) {
      const broken = await brokenRules(claim);
      const key = `${standardNames[claim.standard]}, ${claim.how}`;
      const count = counts.get(key) ?? { valid: 0, all: 0 };
      counts.set(key, count);
      count.all += 1;
      if (broken.length === 0) count.valid += 1;
      else losses.push(`${name}, ${key}: ${broken.join(' ')}`);
    }
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
