import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../../local/function-host/host.ts';
import type { Schedule } from '../../../local/template/triggers.ts';
import { runSchedule } from '../../../local/triggers/run-schedule.ts';

const place = { region: 'eu-west-1', accountId: '000000000000' };
const schedule: Schedule = {
  logicalId: 'Sweep',
  functionName: 'f',
  ruleArn: 'arn:aws:events:eu-west-1:000000000000:rule/Sweep',
  intervalSeconds: 60,
};
const done: Outcome = { ok: true, payload: 'null' };

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

describe('runSchedule', () => {
  it("invokes the function once per interval with EventBridge's event", async () => {
    const invoke = vi.fn(async (_payload: string) => done);
    const stop = runSchedule(schedule, place, invoke);
    await vi.advanceTimersByTimeAsync(125_000);
    stop();
    await vi.advanceTimersByTimeAsync(125_000);

    expect(invoke).toHaveBeenCalledTimes(2);
    expect(JSON.parse(invoke.mock.calls[0]![0])).toEqual({
      version: '0',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: '000000000000',
      time: '2026-11-20T09:01:00Z',
      region: 'eu-west-1',
      resources: ['arn:aws:events:eu-west-1:000000000000:rule/Sweep'],
      detail: {},
    });
  });

  it("invokes it with the target's own input, if it has one", async () => {
    const invoke = vi.fn(async (_payload: string) => done);
    const stop = runSchedule({ ...schedule, input: '{"part":1,"of":4}' }, place, invoke);
    await vi.advanceTimersByTimeAsync(60_000);
    stop();

    expect(invoke.mock.calls).toEqual([['{"part":1,"of":4}']]);
  });

  it('skips runs while one takes longer than the interval', async () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const invoke = vi.fn(() => promise);
    const stop = runSchedule(schedule, place, invoke);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(invoke).toHaveBeenCalledTimes(1);

    resolve(done);
    await vi.advanceTimersByTimeAsync(60_000);
    stop();

    expect(invoke).toHaveBeenCalledTimes(2);
  });
});
