import { enginesOf, workerFor } from '../conversions/deployment/workers.ts';
import type { Target, WorkerName } from '../conversions/engine/engine.ts';
import { canonicalFormat, type Format, formats, isExtractFormat, isFormat } from '../conversions/formats.ts';
import {
  conversionTargets,
  extractFormatsFrom,
  parseOptions,
  takesSeveral,
} from '../conversions/routing/options.ts';
import { maxTextCharacters } from '../conversions/routing/text-limit.ts';
import type { Job } from './job.ts';
import type { FormatTable } from './job-request.ts';

const allFormats = Object.keys(formats).filter(isFormat);

const toTarget = (type: Job['type'], name: string): Target | undefined => {
  if (type === 'conversion') return isFormat(name) ? { operation: 'convert', to: name } : undefined;
  return isExtractFormat(name) ? { operation: 'extract', to: name } : undefined;
};

/** What the conversions can do with the workers that are deployed, as the rules of submitting a job ask for it. */
export const createFormatTable = (workers: ReadonlySet<WorkerName>): FormatTable => {
  const engines = enginesOf(workers);
  const targetsOf = (type: Job['type'], from: Format): readonly string[] =>
    type === 'conversion' ? conversionTargets(from, engines) : extractFormatsFrom(from, engines);
  return {
    canonical: canonicalFormat,
    sources: (type, name) => {
      const target = toTarget(type, name);
      return target === undefined
        ? []
        : allFormats.filter((from) => targetsOf(type, from).includes(target.to));
    },
    targets: (type, from) => (isFormat(from) ? targetsOf(type, from) : []),
    takesSeveral: (type, from, name) => {
      const target = toTarget(type, name);
      return target !== undefined && isFormat(from) && takesSeveral(from, target, engines);
    },
    refuseOptions: (type, from, name, options) => {
      const target = toTarget(type, name);
      if (target === undefined || !isFormat(from)) return undefined;
      const parsed = parseOptions(from, target, options, engines);
      return parsed.ok ? undefined : parsed.message;
    },
    maxCharacters: (type, from, name, options) => {
      const target = toTarget(type, name);
      return target === undefined || from !== 'text'
        ? undefined
        : maxTextCharacters(target, options, engines);
    },
    workerFor: (type, from, name, options) => {
      const target = toTarget(type, name);
      return target !== undefined && isFormat(from) ? workerFor(from, target, options, engines) : 'standard';
    },
  };
};
