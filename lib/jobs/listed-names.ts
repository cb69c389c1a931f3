import type { ListedNames } from '../api/openapi.ts';
import { extractNames, type FormatInfo, formats } from '../conversions/formats.ts';
import { jobErrors } from '../errors.ts';

/** The names that the OpenAPI document lists. */
export const listedNames: ListedNames = {
  formats: Object.entries<FormatInfo>(formats).flatMap(([name, { aliases }]) => [name, ...aliases]),
  extractFormats: [...extractNames],
  jobErrors: Object.keys(jobErrors),
};
