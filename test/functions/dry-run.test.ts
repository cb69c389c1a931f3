import { describe, expect, it } from 'vitest';
import type { TestAnswer } from '../support/api-event.ts';
import { takenSlots } from '../support/tenant.ts';
import { call, inForm, tenant, uploadFile, useApi } from './use-api.ts';

useApi('free');

const dryRun = (name: string, json: object, headers = {}): Promise<TestAnswer> =>
  call(name, { method: 'POST', json: { ...json, dry_run: true }, headers });

/** So that the hour does not end during a test. */
const thisHour = '9999-12-31T23';

/** What the account has: its operations, slots, files and jobs. */
const state = async () => {
  const { operations, activeJobs } = await tenant.account();
  const listed = await Promise.all([call('list-files', {}), call('list-jobs', {})]);
  return [operations, activeJobs, ...listed.map(({ json }) => json.data.length)];
};

describe('a dry run', () => {
  it('of a conversion responds with its route, and changes nothing', async () => {
    const fileId = await uploadFile('A', 'a.txt');
    const before = await state();

    const answer = await dryRun('convert', { file_id: fileId, to: 'docx' }, { 'Idempotency-Key': 'key-1' });

    expect([answer.status, answer.json]).toEqual([
      200,
      {
        dry_run: true,
        type: 'conversion',
        from: 'text',
        to: 'docx',
        engines: ['docforge-text-reader + docforge-docx-writer'],
        text_recognition: 'never',
        password_needed: false,
        operations: { counted: 1, left: 49, limit: 50, resets_at: expect.any(String) },
        limit_reached: null,
      },
    ]);
    expect(await state()).toEqual(before);
    const real = { file_id: fileId, to: 'docx' };
    const accepted = await call('convert', {
      method: 'POST',
      json: real,
      headers: { 'Idempotency-Key': 'key-1' },
    });
    expect([accepted.status, accepted.headers['Idempotency-Replayed']]).toEqual([202, undefined]);
  });

  it('of an extraction responds with its format', async () => {
    const fileId = await uploadFile('%PDF-1.7 1 0 obj', 'a.pdf');

    const { json } = await dryRun('extract', { file_id: fileId, format: 'chunks' });

    expect(json).toMatchObject({
      type: 'extraction',
      from: 'pdf',
      format: 'chunks',
      text_recognition: 'if_needed',
    });
    expect(json).not.toHaveProperty('to');
  });

  it('leaves out the engines that do not accept the options', async () => {
    const fileId = await uploadFile('A', 'a.txt');

    const all = await dryRun('convert', { file_id: fileId, to: 'pdf' });
    const some = await dryRun('convert', {
      file_id: fileId,
      to: 'pdf',
      options: { toc: true },
    });

    expect(all.json.engines).toEqual([
      'harfbuzz-text-to-pdf',
      'typst-text-to-pdf',
      'docforge-text-reader + typst-pdf-writer',
    ]);
    expect(some.json.engines).toEqual(['docforge-text-reader + typst-pdf-writer']);
  });

  it('of a PDF with an encryption dictionary does not know whether a password is needed', async () => {
    const fileId = await uploadFile('%PDF-1.7 1 0 obj trailer << /Encrypt 2 0 R >>', 'a.pdf');

    expect((await dryRun('convert', { file_id: fileId, to: 'text' })).json.password_needed).toBeNull();
  });

  it('of steps with the file in the body counts the upload and each step, and stores nothing', async () => {
    const before = await state();
    const steps = JSON.stringify([{ to: 'pdf' }, { format: 'text' }]);

    const { status, json } = await call('convert', {
      method: 'POST',
      ...inForm({ steps, dry_run: 'true' }, 'Some text.'),
    });

    expect([status, json.from, json.format, json.operations.counted]).toEqual([200, 'text', 'text', 3]);
    expect(json.steps.map(({ name, from }: { name: string; from: string }) => [name, from])).toEqual([
      ['step_1', 'text'],
      ['step_2', 'pdf'],
    ]);
    expect(await state()).toEqual(before);
  });

  it('of a public URL leaves open what only reading it decides', async () => {
    const { json } = await dryRun('convert', { file_url: 'https://docs.example/a', to: 'text' });

    expect(json).toMatchObject({ from: null, engines: null, text_recognition: null, password_needed: null });
  });

  it('with the file in the body stores nothing, and counts the upload', async () => {
    const answer = await call('convert', {
      method: 'POST',
      ...inForm({ to: 'pdf', dry_run: 'true' }, 'Some text.'),
    });

    expect([answer.status, answer.json]).toMatchObject([
      200,
      { from: 'text', to: 'pdf', password_needed: false, operations: { counted: 2, left: 50 } },
    ]);
    expect(await state()).toEqual([0, 0, 0, 0]);
  });

  it.each<[string, Record<string, unknown>, string | null, number]>([
    ['an operation is left', { operations: 49 }, null, 1],
    ['no operation is left', { operations: 50 }, 'monthly_limit_reached', 0],
    ['no slot is left', { slots: takenSlots(3) }, 'active_jobs_limit_reached', 49],
    ['an engine minute is left', { engine_hour: thisHour, engine_ms: 599_999 }, null, 49],
    [
      'no engine minute is left',
      { engine_hour: thisHour, engine_ms: 600_000 },
      'engine_time_limit_reached',
      49,
    ],
    [
      'neither is left',
      { engine_hour: thisHour, engine_ms: 600_000, slots: takenSlots(3) },
      'engine_time_limit_reached',
      49,
    ],
    [
      'the minutes of an earlier hour are used up',
      { engine_hour: '2026-11-20T10', engine_ms: 600_000 },
      null,
      49,
    ],
  ])('responds 200 if %s', async (_, values, limit, left) => {
    const fileId = await uploadFile('A', 'a.txt');
    await tenant.change(values);

    const answer = await dryRun('convert', { file_id: fileId, to: 'pdf' });

    expect([answer.status, answer.json.limit_reached, answer.json.operations.left]).toEqual([
      200,
      limit,
      left,
    ]);
  });

  it.each<[string, object, number, string]>([
    ['an unknown target', { to: 'nonsense' }, 422, 'unsupported_conversion'],
    ['another source format', { from: 'pdf', to: 'text' }, 422, 'format_mismatch'],
    ['an unknown option', { to: 'pdf', options: { colour: 'red' } }, 400, 'invalid_request'],
    ['a dry_run that is no boolean', { to: 'pdf', dry_run: 'yes' }, 400, 'invalid_request'],
  ])('is refused as the request for %s', async (_, body, status, code) => {
    const file_id = await uploadFile('A', 'a.txt');

    const answer = await call('convert', { method: 'POST', json: { file_id, dry_run: true, ...body } });

    expect([answer.status, answer.json.error]).toEqual([status, code]);
  });

  it.each([
    ['the last operation of the month with the file in the body', 49, 'monthly_limit_reached'],
    ['the last two', 48, null],
  ])('of %s', async (_, operations, limit) => {
    await tenant.change({ operations, month: new Date().toISOString().slice(0, 7) });

    const answer = await call('extract', { method: 'POST', ...inForm({ dry_run: 'true' }, 'Some text.') });

    expect([answer.status, answer.json.limit_reached]).toEqual([200, limit]);
  });
});
