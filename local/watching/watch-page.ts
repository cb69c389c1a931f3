import { createHash } from 'node:crypto';
import { escapeHtml } from '../identity-provider/page.ts';
import type { AlarmState } from './alarms.ts';
import { charts, drawChart } from './charts.ts';
import type { MetricStore } from './metric-store.ts';

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --ground: #f3f4f6; --card: #fff; --line: #d8dde3; --good: #1a7f4b; --page: #b3261e; --ticket: #9a5b00; --page-ground: #fdeceb; --ticket-ground: #fff4e0;
  --s0: #0b57d0; --s1: #c2410c; --s2: #15803d; --s3: #7c3aed; --s4: #b45309; --s5: #0e7490; --s6: #be185d; --s7: #57534e }
@media (prefers-color-scheme: dark) { :root { --ink: #e7eaee; --soft: #a3acb6; --ground: #101317; --card: #191d22; --line: #323941; --good: #6dd58c; --page: #f2b8b5; --ticket: #ffcf85; --page-ground: #3a1d1b; --ticket-ground: #35270f;
  --s0: #8ab4f8; --s1: #fb923c; --s2: #6dd58c; --s3: #c4b5fd; --s4: #fbbf24; --s5: #67e8f9; --s6: #f9a8d4; --s7: #d6d3d1 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: .9375rem/1.5 system-ui, sans-serif }
main { max-width: 84rem; margin: 0 auto; padding: 1.5rem }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-bottom: 1.25rem }
h1 { margin: 0; font-size: 1.375rem; line-height: 1.3 }
h2 { margin: 2rem 0 .75rem; font-size: 1rem }
h3 { margin: 0 0 .5rem; font-size: .9375rem }
h3 small, header small { font-weight: 400; color: var(--soft); font-size: .8125rem }
header a { margin-left: auto; color: var(--soft) }
a:focus-visible { outline: 3px solid var(--s0); outline-offset: 2px }
.state { padding: .125rem .75rem; border-radius: 1rem; font-weight: 600; border: 1px solid currentColor }
.good { color: var(--good) } .page { color: var(--page) } .ticket { color: var(--ticket) }
.alarm { padding: 1rem 1.25rem; margin-bottom: .75rem; border: 1px solid var(--line); border-left: .375rem solid currentColor; border-radius: .5rem }
.alarm.page { background: var(--page-ground) } .alarm.ticket { background: var(--ticket-ground) }
.alarm p { margin: .5rem 0 0; color: var(--ink); max-width: 70rem }
.alarm h3 { margin: 0 } .alarm h3 small { color: inherit }
code { font: .875em/1.4 ui-monospace, monospace }
.chips { display: flex; flex-wrap: wrap; gap: .375rem; margin: 0; padding: 0; list-style: none }
.chips li { padding: .125rem .625rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); font-size: .8125rem; color: var(--soft) }
.chips li::before { content: '●'; margin-right: .375rem; color: var(--good) }
.chips li.unknown::before { content: '○'; color: var(--soft) }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); gap: .875rem }
.chart { padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .625rem; display: flex; flex-direction: column; min-width: 0 }
.chart svg { width: 100%; height: 6rem; overflow: visible }
.chart line { stroke: var(--line) }
.chart polyline { fill: none; stroke-width: 1.75; vector-effect: non-scaling-stroke; stroke-linejoin: round }
.chart ul { display: flex; flex-wrap: wrap; gap: .125rem .875rem; margin: .625rem 0 0; padding: 0; list-style: none; font-size: .8125rem; color: var(--soft) }
.chart li { overflow-wrap: anywhere } .chart b { color: var(--ink); font-variant-numeric: tabular-nums }
.chart i { display: inline-block; width: .625rem; height: .625rem; margin-right: .375rem; border-radius: .125rem }
.none { margin: 0; height: 6rem; display: grid; place-items: center; color: var(--soft); border-bottom: 1px solid var(--line) }
${Array.from({ length: 8 }, (_, at) => `rect.c${at}, .c${at} circle { fill: var(--s${at}) } g.c${at} polyline { stroke: var(--s${at}) } i.c${at} { background: var(--s${at}) }`).join('\n')}
`;

/** The policy of the page: its style and nothing else. */
export const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const withCode = (text: string): string =>
  escapeHtml(text)
    .replace(/&#96;|`/g, '`')
    .replace(/`([^`]+)`/g, '<code>$1</code>');

const severityOf = ({ description }: AlarmState): 'page' | 'ticket' =>
  description.startsWith('Act now.') ? 'page' : 'ticket';

const minutesSince = (time: number, now: number): string => {
  const minutes = Math.floor((now - time) / 60_000);
  return minutes === 0 ? 'for less than a minute' : `for ${minutes} minute${minutes === 1 ? '' : 's'}`;
};

const cardOf = (alarm: AlarmState, now: number): string => {
  const { name, description, since, value, threshold, isBelow } = alarm;
  const severity = severityOf(alarm);
  const shown = value === undefined ? 'no data' : String(Math.round(value * 10) / 10);
  const [meaning = '', action = ''] = description.replace(/^Act [^.]+\. /, '').split('\n\n');
  return `<article class="alarm ${severity}"><h3>${escapeHtml(name)} <small>${severity}, ${minutesSince(since, now)}; ${shown}, triggers ${isBelow ? 'below' : 'at'} ${threshold}</small></h3><p>${withCode(meaning)}</p><p>${withCode(action)}</p></article>`;
};

const chipsOf = (alarms: readonly AlarmState[], state: AlarmState['state']): string =>
  alarms
    .filter((alarm) => alarm.state === state)
    .map(({ name }) => `<li class="${state}">${escapeHtml(name)}</li>`)
    .join('');

/** Renders what a stack does: its alarms with the runbook, and charts of the last hour. It loads itself again every ten seconds. */
export function renderWatchPage(
  stackName: string,
  store: MetricStore,
  alarms: readonly AlarmState[],
  now: number,
): string {
  const triggered = alarms
    .filter(({ state }) => state === 'alarm')
    .toSorted((a, b) => (severityOf(a) < severityOf(b) ? -1 : 1));
  const worst = triggered[0];
  const state =
    worst === undefined
      ? '<span class="state good">All is well</span>'
      : `<span class="state ${severityOf(worst)}">${triggered.length} alarm${triggered.length === 1 ? '' : 's'}</span>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="10">
<title>${worst === undefined ? '' : `(${triggered.length}) `}${escapeHtml(stackName)} on this machine</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<header><h1>${escapeHtml(stackName)}</h1>${state}<small>${new Date(now).toISOString().slice(0, 19).replace('T', ' ')} UTC, the last hour</small><a href="metrics">Prometheus</a></header>
${triggered.map((alarm) => cardOf(alarm, now)).join('\n')}
<div class="charts">
${charts.map((chart) => drawChart(chart, store, now)).join('\n')}
</div>
<h2>Other alarms</h2>
<ul class="chips">${chipsOf(alarms, 'ok')}${chipsOf(alarms, 'unknown')}</ul>
</main>
</body>
</html>
`;
}
