// Proves regular expressions linear and records them: npm run patterns. With --all it discards previous proofs.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { toolFile } from '../support/tools.ts';
import { inputPatterns } from './patterns.ts';
import { reviewed } from './reviewed-patterns.ts';

type Verdict =
  | { readonly status: 'safe' }
  | {
      readonly status: 'vulnerable';
      readonly complexity: { readonly summary: string };
      readonly attack: { readonly pattern: string };
    }
  | { readonly status: 'unknown'; readonly error: { readonly kind: string } };

type Recheck = {
  check(source: string, flags: string, settings: { checker: 'automaton'; timeout: number }): Promise<Verdict>;
};

const { check }: Recheck = createRequire(toolFile('recheck', 'package.json'))('recheck');

const LIST = new URL('linear-patterns.json', import.meta.url);
// The checker needs some seconds for long alternations.
const TIMEOUT_MILLISECONDS = 60_000;

const known = new Set<string>(process.argv.includes('--all') ? [] : JSON.parse(readFileSync(LIST, 'utf8')));
const literals = inputPatterns().filter(({ isLiteral, source }) => isLiteral && !reviewed.has(source));
const linear = literals.filter(({ source }) => known.has(source)).map(({ source }) => source);
for (const { source, place } of literals.filter((pattern) => !known.has(pattern.source))) {
  const end = source.lastIndexOf('/');
  // Only the automaton is a proof: the fuzzing checker, which supports lookarounds, reports `/.{1,30}/` as cubic.
  const verdict = await check(source.slice(1, end), source.slice(end + 1), {
    checker: 'automaton',
    timeout: TIMEOUT_MILLISECONDS,
  });
  if (verdict.status === 'safe') linear.push(source);
  else {
    const reason = verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.error.kind;
    const attack = verdict.status === 'vulnerable' ? `, for example ${verdict.attack.pattern}` : '';
    process.stdout.write(`${place}  ${source}\n  ${reason}${attack}\n`);
    process.exitCode = 1;
  }
}
writeFileSync(LIST, `${JSON.stringify([...new Set(linear)].toSorted(), null, 2)}\n`);
