import {
  canonicalFormat,
  type ExtractFormat,
  extractFormats,
  type Format,
  formats,
} from '../conversions/formats.ts';
import { conversionTargets, extractFormatsFrom, parseOptions } from '../conversions/router.ts';
import type { Job } from './job.ts';
import type { FormatTable } from './submit-job.ts';

const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);
const isExtractFormat = (name: string): name is ExtractFormat => Object.hasOwn(extractFormats, name);
const allFormats = Object.keys(formats).filter(isFormat);

const targetsOf = (type: Job['type'], from: Format): readonly string[] =>
  type === 'conversion' ? conversionTargets(from) : extractFormatsFrom(from);

const parse = (type: Job['type'], from: string, target: string, options: object) => {
  if (!isFormat(from)) return undefined;
  if (type === 'conversion')
    return isFormat(target) ? parseOptions(from, { operation: 'convert', to: target }, options) : undefined;
  return isExtractFormat(target)
    ? parseOptions(from, { operation: 'extract', to: target }, options)
    : undefined;
};

/** What the conversions can do, as the rules of submitting a job ask for it. */
export const formatTable: FormatTable = {
  canonical: canonicalFormat,
  sources: (type, target) => allFormats.filter((from) => targetsOf(type, from).includes(target)),
  targets: (type, from) => (isFormat(from) ? targetsOf(type, from) : []),
  refuseOptions: (type, from, target, options) => {
    const parsed = parse(type, from, target, options);
    return parsed === undefined || parsed.ok ? undefined : parsed.message;
  },
};
