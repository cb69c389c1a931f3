import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionUploadBytes } from '../lib/api/limits.ts';
import { openApiDocument } from '../lib/api/openapi.ts';
import { listedNames } from '../lib/jobs/listed-names.ts';
import { largestFileBytes } from '../lib/plan-table.ts';
import { pythonTypes } from './python-types.ts';

/** The schemas that users of the client meet, in the order of the file. Those that they refer to are added. */
const roots = [
  'FormatName',
  'ExtractFormat',
  'JobType',
  'JobStatus',
  'ErrorCode',
  'JobErrorCode',
  'AcceptedJob',
  'ConversionStep',
  'DryRun',
  'Job',
  'JobPage',
  'UploadedFile',
  'PresignedUpload',
  'File',
  'FilePage',
  'Formats',
  'Usage',
  'Webhook',
  'ChunksResult',
  'StructuredResult',
  'TablesResult',
  'MetadataResult',
  'DocumentResult',
];

/** The path of the generated module. */
export const typesPath = join(import.meta.dirname, 'docforge', 'types.py');

/** Returns the Python module of the contract's types. */
export const contractTypes = (): string => {
  const { components } = openApiDocument('https://api.example.com', functionUploadBytes, listedNames);
  return pythonTypes(JSON.parse(JSON.stringify(components?.schemas)), roots);
};

/** The path of the generated module of limits. */
export const limitsPath = join(import.meta.dirname, 'docforge', '_limits.py');

/** Returns the Python module of the limits that the client applies itself. */
export const contractLimits = (): string =>
  [
    '"""Limits of the contract, in bytes. `npm run generate:python` writes this file."""',
    '',
    '# The largest file of any plan.',
    `LARGEST_FILE_BYTES = ${largestFileBytes}`,
    '# The largest file that a request to a function of every deployment accepts.',
    `FUNCTION_UPLOAD_BYTES = ${functionUploadBytes}`,
    '',
  ].join('\n');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(typesPath, contractTypes());
  writeFileSync(limitsPath, contractLimits());
}
