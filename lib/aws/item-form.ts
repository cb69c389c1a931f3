import * as z from 'zod';
import type { Item } from './table.ts';

/** The properties of a value, each with its attribute in an item and the schema of that. */
type Fields = Readonly<Record<string, readonly [attribute: string, schema: z.ZodType]>>;

type ValueOf<F extends Fields> = { readonly [Property in keyof F]: z.output<F[Property][1]> };

/** Reads and writes the attributes of a value in an item or a message. Other attributes are ignored. */
export const itemForm = <const F extends Fields>(fields: F) => {
  const schema = z.object(Object.fromEntries(Object.values(fields)));
  const properties = Object.entries(fields).map(([property, [attribute]]) => [property, attribute] as const);
  return {
    /** Throws ZodError if an attribute is missing or has another type. */
    read: (item: unknown): ValueOf<F> => {
      const attributes = schema.parse(item);
      return Object.fromEntries(
        properties.map(([property, attribute]) => [property, attributes[attribute]]),
      ) as ValueOf<F>;
    },
    write: (value: { readonly [Property in keyof F]?: unknown }): Item =>
      Object.fromEntries(properties.map(([property, attribute]) => [attribute, value[property]])),
  };
};
