import * as z from 'zod';
import { openApiDocument } from '../../lib/api/openapi.ts';
import { listedNames } from '../../lib/jobs/listed-names.ts';

// The parts of an OpenAPI 3.1 document that the reference shows.

const schemaPart = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaPart).optional();
  },
  get items() {
    return schemaPart.optional();
  },
  get anyOf() {
    return z.array(schemaPart).optional();
  },
  get oneOf() {
    return z.array(schemaPart).optional();
  },
});

const contentPart = z.record(
  z.string(),
  z.looseObject({
    schema: schemaPart.default({}),
    // Those of errors are references.
    examples: z.record(z.string(), z.looseObject({ value: z.unknown().optional() })).default({}),
  }),
);

const operationPart = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().default(''),
  security: z.array(z.unknown()).default([]),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        description: z.string().default(''),
        schema: schemaPart.default({}),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ content: contentPart }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.string().default(''), content: contentPart.default({}) }),
  ),
});

const documentPart = z.looseObject({
  info: z.looseObject({ description: z.string() }),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationPart)),
  components: z.looseObject({ schemas: z.record(z.string(), schemaPart).default({}) }),
});

export type Schema = z.output<typeof schemaPart>;
export type Content = z.output<typeof contentPart>;

/** An endpoint with its place in the document. */
export type Endpoint = z.output<typeof operationPart> & { readonly method: string; readonly path: string };

/** Reads the OpenAPI document as the reference shows it. */
export const readReference = (uploadLimitBytes: number) => {
  const { info, tags, paths, components } = documentPart.parse(
    openApiDocument('https://docforge.example', uploadLimitBytes, listedNames),
  );
  const endpoints: readonly Endpoint[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return {
    description: info.description,
    groups: tags.map(({ name, description }) => ({
      name,
      description,
      endpoints: endpoints.filter((endpoint) => endpoint.tags.includes(name)),
    })),
    schemas: Object.entries(components.schemas).map(([name, schema]) => ({ name, schema })),
  };
};
