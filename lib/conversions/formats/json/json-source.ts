import { endOfJsonString } from '../../base/json-string.ts';
import { ConversionError } from '../../errors.ts';

// Indentation grows with depth: a thousand levels would turn a megabyte into a gigabyte.
const MAX_DEPTH = 200;

const TOKEN = /"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Yields the tokens of valid JSON. */
function* tokensOf(source: string): Generator<string> {
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(source); found !== null; found = TOKEN.exec(source)) {
    if (found[0] === '"') TOKEN.lastIndex = endOfJsonString(source, found.index);
    yield source.slice(found.index, TOKEN.lastIndex);
  }
}

/**
 * Pretty-prints JSON; numbers and strings keep their original spelling. Throws ConversionError `corrupt_document` if it is
 * not valid JSON, `too_complex` if it is nested more than 200 levels deep.
 */
export function formatJson(source: string): string {
  try {
    JSON.parse(source);
  } catch (error) {
    throw new ConversionError(
      'corrupt_document',
      'The file is not valid JSON. Fix its syntax, or export it again.',
      { cause: error },
    );
  }
  const out: string[] = [];
  let depth = 0;
  let before = '';
  for (const token of tokensOf(source)) {
    const line = `\n${'  '.repeat(Math.max(0, depth))}`;
    const isOpen = before === '{' || before === '[';
    if (token === '}' || token === ']') {
      depth -= 1;
      out.push(isOpen ? token : `\n${'  '.repeat(Math.max(0, depth))}${token}`);
    } else if (token === ',') out.push(',');
    else if (token === ':') out.push(': ');
    else out.push(isOpen || before === ',' ? `${line}${token}` : token);
    if (token === '{' || token === '[') depth += 1;
    if (depth > MAX_DEPTH) {
      throw new ConversionError(
        'too_complex',
        `The JSON is nested more than ${MAX_DEPTH} levels deep, the limit. Flatten it.`,
      );
    }
    before = token;
  }
  return out.join('');
}
