import { deployedRoutes, workerOf } from '../conversions/deployment/workers.ts';
import type { Target } from '../conversions/engine/engine.ts';
import { canonicalFormat, type Format, formats, isExtractFormat, isFormat } from '../conversions/formats.ts';
import { conversionTargets, extractFormatsFrom, takesSeveral } from '../conversions/routing/formats-table.ts';
import { planConversion } from '../conversions/routing/plan.ts';
import { type RouteTable, routeName } from '../conversions/routing/routes.ts';
import { maxTextCharacters } from '../conversions/routing/text-limit.ts';
import { textRecognitionOf } from '../conversions/routing/text-recognition.ts';
import type { FormatTable } from './job-request.ts';
import type { JobStep } from './job-steps.ts';

const allFormats = Object.keys(formats).filter(isFormat);

const toTarget = (type: JobStep['type'], name: string): Target | undefined => {
  if (type === 'conversion') return isFormat(name) ? { operation: 'convert', to: name } : undefined;
  return isExtractFormat(name) ? { operation: 'extract', to: name } : undefined;
};

/** The conversions of a deployment. */
export const createFormatTable = (): FormatTable => formatTableOf(deployedRoutes());

/** The conversions of some routes. */
export const formatTableOf = (routes: RouteTable): FormatTable => {
  const targetsOf = (type: JobStep['type'], from: Format): readonly string[] =>
    type === 'conversion' ? conversionTargets(from, routes) : extractFormatsFrom(from, routes);
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
    plan: (type, from, name, options) => {
      const target = toTarget(type, name);
      if (target === undefined || !isFormat(from) || routes.between(from, target).length === 0)
        return undefined;
      const planned = planConversion({ from, target, options }, routes);
      if (!planned.ok) return planned;
      const { plan } = planned;
      return {
        ok: true,
        plan: {
          worker: workerOf(plan),
          maxCharacters: maxTextCharacters(plan),
          engines: plan.routes.map(routeName),
          textRecognition: textRecognitionOf(plan),
        },
      };
    },
  };
};
