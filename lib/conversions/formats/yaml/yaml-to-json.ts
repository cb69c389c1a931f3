import type { Schema } from 'js-yaml';
import { isExactNumber } from '../../base/exact-number.ts';
import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import { writeJson } from '../../document/write-json.ts';
import type { textOptions } from '../../engine/options.ts';
import type { FileResult, RoleRequest } from '../../engine/role.ts';
import { ConversionError } from '../../errors.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';

// Values after aliases are expanded: a few lines can become billions.
const MAX_VALUES = 5_000_000;
// The library allows 100 levels as written; aliases can add to them.
const MAX_DEPTH = 200;

const tooComplex = (what: string): ConversionError =>
  new ConversionError(
    'too_complex',
    `The YAML file has more than ${what}, those of its aliases counted. Split it.`,
  );

/** Throws ConversionError `too_complex` for too many values or levels, and `corrupt_document` for one that contains itself. */
function checkValues(root: unknown): void {
  let values = 0;
  const around = new Set<object>();
  const check = (value: unknown): void => {
    values += 1;
    if (values > MAX_VALUES) throw tooComplex(`${MAX_VALUES} values`);
    if (typeof value !== 'object' || value === null) return;
    if (around.has(value))
      throw new ConversionError(
        'corrupt_document',
        'A value of the YAML file contains itself. Correct its aliases.',
      );
    if (around.size >= MAX_DEPTH) throw tooComplex(`${MAX_DEPTH} levels`);
    around.add(value);
    for (const member of Object.values(value)) check(member);
    around.delete(value);
  };
  check(root);
}

/** What is wrong with a file and where, as the library says it in its first line. */
function damaged(error: unknown): ConversionError {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').trim() : '';
  return new ConversionError('corrupt_document', `The YAML file cannot be read: ${reason}. Correct it.`, {
    cause: error,
  });
}

/**
 * The core schema (YAML 1.2, 10.3) with merge keys. The value of a tag it does not know, such as `!Ref`, is its content.
 * Numbers that JSON or a double cannot represent stay strings: `.inf`, long integers, many decimals.
 */
function exactSchema(yaml: typeof import('js-yaml')): Schema {
  const { defineMappingTag, defineScalarTag, defineSequenceTag, floatCoreTag, intCoreTag, mapTag, seqTag } =
    yaml;
  const isAny = { matchByTagPrefix: true, identify: () => false };
  return yaml.CORE_SCHEMA.withTags(
    yaml.mergeTag,
    defineScalarTag<unknown>(intCoreTag.tagName, {
      ...intCoreTag,
      resolve: (source, isExplicit, tagName) => {
        const value = intCoreTag.resolve(source, isExplicit, tagName);
        return typeof value !== 'number' || Number.isSafeInteger(value) ? value : source;
      },
    }),
    defineScalarTag<unknown>(floatCoreTag.tagName, {
      ...floatCoreTag,
      resolve: (source, isExplicit, tagName) => {
        const value = floatCoreTag.resolve(source, isExplicit, tagName);
        return typeof value !== 'number' || isExactNumber(value, source) ? value : source;
      },
    }),
    defineScalarTag('', { ...isAny, resolve: (source) => source }),
    defineSequenceTag('', { ...seqTag, ...isAny }),
    defineMappingTag('', { ...mapTag, ...isAny }),
  );
}

/** The value of a file; of several documents, the list of their values. */
async function parse(text: string): Promise<unknown> {
  const yaml = await import('js-yaml');
  try {
    const documents = yaml.loadAll(text, { schema: exactSchema(yaml) });
    return documents.length === 1 ? documents[0] : documents;
  } catch (error) {
    throw damaged(error);
  }
}

/** Converts YAML to JSON. Throws ConversionError `empty_document`, `corrupt_document`, or `too_complex` beyond its limits. */
export async function yamlToJson(
  input: Uint8Array,
  { options, maxResultBytes }: RoleRequest<typeof textOptions>,
): Promise<FileResult> {
  const { text, warnings } = readTextFile(input, options.encoding);
  const value = await parse(text);
  if (value === undefined || (Array.isArray(value) && value.length === 0))
    throw new ConversionError('empty_document', 'The YAML file contains no value. Send a file with values.');
  checkValues(value);
  const sink = createTextSink(createResultBudget(maxResultBytes));
  writeJson(value, sink);
  sink.push('\n');
  return { bytes: sink.bytes(), warnings };
}
