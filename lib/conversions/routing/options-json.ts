import * as z from 'zod';

/** A JSON Schema (2020-12) without its `$schema`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of an option in a request. */
function jsonOf(option: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(option, { io: 'input' });
  return schema;
}

/**
 * Returns a function from the options of a pair to their JSON Schema: that of `z.toJSONSchema` for a request. It converts
 * each option once, as most pairs have the same ones.
 */
export function createOptionsJson(): (shape: z.core.$ZodShape) => JsonSchema {
  const known = new Map<z.core.$ZodType, JsonSchema>();
  const once = (option: z.core.$ZodType): JsonSchema => {
    const schema = known.get(option) ?? jsonOf(option);
    known.set(option, schema);
    return schema;
  };
  return (shape) => {
    const options = Object.entries(shape);
    const required = options.filter(([, option]) => option._zod.optin === undefined).map(([name]) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(options.map(([name, option]) => [name, once(option)])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  };
}
