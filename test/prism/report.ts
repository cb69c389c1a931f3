import { routeNames, routes } from '../../lib/api/routes.ts';
import type { Exchange } from './exchange.ts';
import type { Verdict } from './prism.ts';

/** Counts verdicts. */
export type Report = {
  add(exchange: Exchange, verdict: Verdict): void;
  /** Whether Prism checked calls and found no violation. */
  isClean(): boolean;
  text(): string;
};

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Endpoints of our own dashboard and payment provider, which the document leaves out, and the files of the dashboard. */
const ownPaths = [
  ...routeNames
    .map((name) => routes[name])
    .filter((route) => 'audience' in route && route.audience === 'dashboard')
    .map(({ path }) => patternOf(path)),
  /^\/(?:dashboard(?:\/.*)?)?$/,
];

/** Explains why the document need not describe the endpoint of a call; undefined if it should. */
const reasonOf = ({ method, path, status }: Exchange): string | undefined => {
  const plain = path.split('?')[0] ?? '';
  if (ownPaths.some((pattern) => pattern.test(plain))) return 'endpoint of the dashboard';
  if (method === 'HEAD' || method === 'OPTIONS') return `${method}, which no endpoint describes`;
  return status >= 400 ? 'no such endpoint, refused' : undefined;
};

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

const lines = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([key, number]) => `${String(number).padStart(7)}  ${key}`);

/** Creates an empty report. */
export const createReport = (): Report => {
  let checked = 0;
  const past = new Map<string, number>();
  const violations = new Map<string, number>();

  const accuse = ({ method, path, status }: Exchange, violation: string): void =>
    count(
      violations,
      `${method} ${path.replaceAll(/\b(job|file|whk|msg)_\w+/g, '$1_…')} ${status}: ${violation}`,
    );

  return {
    add: (exchange, verdict) => {
      if (verdict.kind === 'unchecked') return count(past, verdict.reason);
      const reason = verdict.kind === 'undescribed' ? reasonOf(exchange) : undefined;
      if (reason !== undefined) return count(past, reason);
      checked += 1;
      if (verdict.kind === 'undescribed') accuse(exchange, 'the document does not describe the endpoint');
      else for (const violation of verdict.violations) accuse(exchange, violation);
    },
    isClean: () => checked > 0 && violations.size === 0,
    text: () => {
      const passed = [...past.values()].reduce((sum, number) => sum + number, 0);
      return [
        `Prism checked ${checked} calls, and ${passed} went past it:`,
        ...lines(past),
        `${violations.size} violations`,
        ...lines(violations),
      ].join('\n');
    },
  };
};
