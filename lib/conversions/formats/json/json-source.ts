import { ConversionError } from '../../../errors.ts';
import { endOfJsonString } from '../../base/json-string.ts';

// Each level indents its lines by two more: a thousand levels in a megabyte would become a gigabyte.
const MAX_DEPTH = 200;

const TOKEN = /"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The tokens of valid JSON. */
function* tokensOf(source: string): Generator<string> {
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(source); found !== null; found = TOKEN.exec(source)) {
    if (found[0] === '"') TOKEN.lastIndex = endOfJsonString(source, found.index);
    yield source.slice(found.index, TOKEN.lastIndex);
  }
}

/**
 * JSON on lines with indents; numbers and texts stand as they were written. Throws ConversionError `corrupt_document` for
 * what is no JSON, `too_complex` for what is nested more than 200 deep.
 */
export function formatJson(source: string): string {
  try {
    JSON.parse(source);
  } catch (error) {
    throw new ConversionError('corrupt_document', 'The file is not valid JSON. Check it.', { cause: error });
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
      throw new ConversionError('too_complex', `The file nests values more than ${MAX_DEPTH} deep.`);
    }
    before = token;
  }
  return out.join('');
}
