import type { ListedNames } from '../api/openapi.ts';
import { jobErrors } from '../conversions/errors.ts';
import { extractNames, type FormatInfo, formats } from '../conversions/formats.ts';

/** The names that the OpenAPI document lists. */
export const listedNames: ListedNames = {
  formats: Object.entries<FormatInfo>(formats).flatMap(([name, { aliases }]) => [name, ...aliases]),
  extractFormats: [...extractNames],
  jobErrors: Object.keys(jobErrors),
};
