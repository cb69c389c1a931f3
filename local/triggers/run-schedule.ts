import { randomUUID } from 'node:crypto';
import type { Outcome } from '../function-host/host.ts';
import type { Schedule } from '../template/triggers.ts';

/** The region and account of a schedule's events. */
export type SchedulePlace = { readonly region: string; readonly accountId: string };

/**
 * Invokes a function at its schedule's rate, the first time after one interval. Skips a run while the previous one has
 * not ended.
 *
 * @returns a function that stops the schedule
 */
export function runSchedule(
  schedule: Schedule,
  place: SchedulePlace,
  invoke: (payload: string) => Promise<Outcome>,
  isDisabled: () => boolean = () => false,
): () => void {
  let running = false;
  const timer = setInterval(async () => {
    if (running || isDisabled()) return;
    running = true;
    await invoke(schedule.input ?? buildScheduledEvent(schedule, place, new Date()));
    running = false;
  }, schedule.intervalSeconds * 1000);
  return () => clearInterval(timer);
}

/** Returns EventBridge's event for a scheduled rule, as JSON text. */
function buildScheduledEvent(schedule: Schedule, place: SchedulePlace, time: Date): string {
  return JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: place.accountId,
    time: time.toISOString().replace(/\.\d+Z$/, 'Z'),
    region: place.region,
    resources: [schedule.ruleArn],
    detail: {},
  });
}
