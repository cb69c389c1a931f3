import { deployedRoutes, workerOf } from '../conversions/deployment/workers.ts';
import type { Target, WorkerName } from '../conversions/engine/engine.ts';
import { canonicalFormat, type Format, formats, isExtractFormat, isFormat } from '../conversions/formats.ts';
import { conversionTargets, extractFormatsFrom, takesSeveral } from '../conversions/routing/formats-table.ts';
import { type Plan, type Planned, planConversion } from '../conversions/routing/plan.ts';
import { maxTextCharacters } from '../conversions/routing/text-limit.ts';
import type { Job } from './job.ts';
import type { FormatTable } from './job-request.ts';

const allFormats = Object.keys(formats).filter(isFormat);

const toTarget = (type: Job['type'], name: string): Target | undefined => {
  if (type === 'conversion') return isFormat(name) ? { operation: 'convert', to: name } : undefined;
  return isExtractFormat(name) ? { operation: 'extract', to: name } : undefined;
};

/** The conversions that the deployed workers support. */
export const createFormatTable = (workers: ReadonlySet<WorkerName>): FormatTable => {
  const routes = deployedRoutes(workers);
  const targetsOf = (type: Job['type'], from: Format): readonly string[] =>
    type === 'conversion' ? conversionTargets(from, routes) : extractFormatsFrom(from, routes);
  type Request = [type: Job['type'], from: string, target: string, options: unknown];
  const plan = (...[type, from, name, options]: Request): Planned | undefined => {
    const target = toTarget(type, name);
    if (target === undefined || !isFormat(from)) return undefined;
    return routes.between(from, target).length === 0
      ? undefined
      : planConversion({ from, target, options }, routes);
  };
  const planOf = (...request: Request): Plan | undefined => {
    const planned = plan(...request);
    return planned?.ok === true ? planned.plan : undefined;
  };
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
      return target !== undefined && isFormat(from) && takesSeveral(from, target, routes);
    },
    refuseOptions: (type, from, name, options) => {
      const planned = plan(type, from, name, options);
      return planned === undefined || planned.ok ? undefined : planned.message;
    },
    maxCharacters: (...request) => {
      const made = planOf(...request);
      return made && maxTextCharacters(made);
    },
    workerFor: (...request) => {
      const made = planOf(...request);
      return made === undefined ? 'standard' : workerOf(made);
    },
  };
};
