import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PREPARED } from '../../../lib/conversions/base/child-environment.ts';
import { recordFault } from '../../../lib/conversions/base/fault-record.ts';
import {
  createEngineProcess,
  type EngineProcess,
  type EngineProcessOptions,
  type EngineTask,
  type RunOptions,
} from '../../../lib/conversions/process/engine-process.ts';
import { isLong, itLong } from '../../support/long-run.ts';

const unruly = new URL('./unruly-child.ts', import.meta.url);
const unconfined = new URL('./unconfined-child.ts', import.meta.url);
const MEMORY = 400_000_000;

let folder: string;
let processes: EngineProcess[] = [];
/** For tests that may get the child of another one. */
const shared = createEngineProcess({ entry: unruly, memoryLimitBytes: MEMORY });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-process-test-'));
  await writeFile(join(folder, 'input'), 'any');
});
afterEach(async () => {
  await Promise.all(processes.map((engines) => engines.close()));
  processes = [];
});
afterAll(async () => {
  await shared.close();
  await rm(folder, { recursive: true });
});

function start(options: Partial<EngineProcessOptions> = {}): EngineProcess {
  const engines = createEngineProcess({ entry: unruly, memoryLimitBytes: MEMORY, ...options });
  processes.push(engines);
  return engines;
}

const pdfTask = (filename: string, tenant = 'a'): EngineTask => ({
  tenant,
  operation: 'convert',
  from: 'pdf',
  to: 'text',
  options: {},
  filename,
  inputPath: join(folder, 'input'),
  outputPath: join(folder, 'output'),
});

/** Runs a task; returns what the child wrote and the result. */
async function run(engines: EngineProcess, task: EngineTask, options: Partial<RunOptions> = {}) {
  const result = await engines.run(task, { deadlineSeconds: 20, ...options });
  const written: { pid: number; env: Record<string, string>; documents: number; workDirectory: string } =
    JSON.parse(await readFile(task.outputPath, 'utf8'));
  return { ...result, ...written };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('an engine process', () => {
  it('starts without Landlock for the same document if it fails to start under it', async () => {
    const engines = start({ entry: unconfined });

    expect(await run(engines, pdfTask('well'))).toMatchObject({ documents: 1 });
  });

  it('is started twice, but not again if it never starts', async () => {
    const log = join(folder, 'starts');
    const entry = join(folder, 'never.mjs');
    await writeFile(
      entry,
      `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(log)}, 'x'); process.exit(1);`,
    );

    const failure = await start({ entry })
      .run(pdfTask('well'), { deadlineSeconds: 20 })
      .catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: 'internal_error' });
    expect(await readFile(log, 'utf8')).toBe('xx');
  });

  itLong('is started again if it is not ready in time', async () => {
    const log = join(folder, 'late');
    const entry = join(folder, 'late.mjs');
    await writeFile(
      entry,
      `import { appendFileSync, existsSync } from 'node:fs';
       const isFirst = !existsSync(${JSON.stringify(log)});
       appendFileSync(${JSON.stringify(log)}, 'x');
       if (isFirst) setInterval(() => undefined, 1000);
       else await import(${JSON.stringify(unruly.href)});`,
    );

    const result = await start({ entry, startSeconds: 2 }).run(pdfTask('well'), { deadlineSeconds: 20 });

    expect(result.report.engine).toBe('liteparse-pdf-reader');
    expect(await readFile(log, 'utf8')).toBe('xx');
  });

  it('is not late because its parent and it were frozen while it started', async () => {
    const log = join(folder, 'frozen');
    const entry = join(folder, 'frozen.mjs');
    await writeFile(
      entry,
      `import { writeFileSync } from 'node:fs';
       import { setTimeout } from 'node:timers/promises';
       writeFileSync(${JSON.stringify(log)}, String(process.pid));
       await setTimeout(300);
       await import(${JSON.stringify(unruly.href)});`,
    );
    const engines = start({ entry, startSeconds: 3 });

    const ready = engines.warm();
    await vi.waitUntil(() => existsSync(log) && readFileSync(log, 'utf8') !== '', { timeout: 20_000 });
    const pid = Number(readFileSync(log, 'utf8'));
    process.kill(pid, 'SIGSTOP');
    // Nothing of this process runs meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3100);
    process.kill(pid, 'SIGCONT');

    await expect(ready).resolves.toBeDefined();
  });

  it('is reused for the same tenant and replaced for another', async () => {
    const engines = start();

    const first = await run(engines, pdfTask('well', 'a'));
    const second = await run(engines, pdfTask('well', 'a'));
    const other = await run(engines, pdfTask('well', 'b'));
    const back = await run(engines, pdfTask('well', 'a'));

    expect([second.pid, second.documents]).toEqual([first.pid, 2]);
    expect(new Set([first.pid, other.pid, back.pid]).size).toBe(3);
    expect([other.documents, back.documents]).toEqual([1, 1]);
  });

  it('is killed for an announced document of another tenant, and not for one of the same', async () => {
    const engines = start();
    const { pid } = await run(engines, pdfTask('well', 'a'));

    engines.expect('a');
    const again = await run(engines, pdfTask('well', 'a'));
    engines.expect('b');
    await expect.poll(() => isAlive(pid)).toBe(false);
    const other = await run(engines, pdfTask('well', 'b'));

    expect([again.pid, again.documents, other.documents]).toEqual([pid, 2, 1]);
  });

  const rtfTask = (filename: string, tenant: string, options = {}): EngineTask => ({
    ...pdfTask(filename, tenant),
    from: 'rtf',
    to: 'pdf',
    options,
  });

  it('is passed on to another tenant if its engine could be reset', async () => {
    const engines = start();
    const pids: number[] = [];

    for (const [action, tenant] of ['well-a', 'well-b', 'unclean-a', 'well-a', 'well-b'].map((name) =>
      name.split('-'),
    ))
      pids.push((await run(engines, rtfTask(action ?? '', tenant ?? ''))).pid);

    const [first, , , , last] = pids;
    expect(pids).toEqual([first, first, first, first, last]);
    expect(last).not.toBe(first);
  });

  it('is not passed on after or before a document that native code handles', async () => {
    const engines = start();
    const native = { watermark: 'Draft' };
    const pids: number[] = [];

    for (const [tenant, options] of [
      ['a', {}],
      ['b', native],
      ['c', {}],
      ['d', {}],
      ['d', native],
      ['d', {}],
    ] as const)
      pids.push((await run(engines, rtfTask('well', tenant, options))).pid);

    const [a, b, c, , d] = pids;
    expect(pids).toEqual([a, b, c, c, d, d]);
    expect(new Set(pids).size).toBe(4);
  });

  it('gives a document to a new child if native code gets it where another tenant was', async () => {
    const engines = start();

    const first = await run(engines, rtfTask('typeset', 'a'));
    const second = await run(engines, rtfTask('well', 'b'));
    const third = await run(engines, rtfTask('typeset', 'c'));
    const fourth = await run(engines, rtfTask('well', 'd'));

    expect(new Set([first, second, third, fourth].map(({ pid }) => pid)).size).toBe(4);
    expect(third).toMatchObject({ documents: 1, report: { tried: [{ outcome: 'used' }] } });
  });

  it('needs no other child for the next tenant if it can be passed on', async () => {
    const log = join(folder, 'passed');
    const entry = join(folder, 'passed.mjs');
    await writeFile(
      entry,
      `import { appendFileSync } from 'node:fs';
       appendFileSync(${JSON.stringify(log)}, 'x');
       await import(${JSON.stringify(unruly.href)});`,
    );
    const engines = start({ entry });

    for (const tenant of ['a', 'b', 'a']) {
      await run(engines, rtfTask('well', tenant));
      await engines.settle();
    }

    expect(readFileSync(log, 'utf8')).toBe('x');
  });

  it('is replaced after a number of documents and when it uses too much memory', async () => {
    const afterTwo = start({ recycleAfterJobs: 2 });
    const pids = [];
    for (let job = 0; job < 4; job += 1) pids.push((await run(afterTwo, pdfTask('well'))).pid);

    expect(pids[1]).toBe(pids[0]);
    expect(pids[3]).toBe(pids[2]);
    expect(pids[2]).not.toBe(pids[0]);
    const tooLarge = start({ recycleAboveBytes: 1 });
    expect((await run(tooLarge, pdfTask('well'))).pid).not.toBe((await run(tooLarge, pdfTask('well'))).pid);
  });

  it('loads the engines of the last document before the next tenant needs them', async () => {
    const engines = start();

    await engines.warm();
    const first = await run(engines, pdfTask('well', 'a'));
    await engines.warm();
    const second = await run(engines, { ...pdfTask('well', 'b'), from: 'text', to: 'pdf' });
    await engines.warm();
    const third = await run(engines, pdfTask('well', 'c'));

    expect([first, second, third].map(({ env }) => env.ENGINE_WARM)).toEqual([
      undefined,
      'liteparse-pdf-reader',
      'harfbuzz-text-to-pdf',
    ]);
  });

  it('leaves later children what it prepared before its first document, and nothing of the document', async () => {
    const entry = join(folder, 'prepared.mjs');
    await writeFile(
      entry,
      `import { mkdirSync, writeFileSync } from 'node:fs';
       mkdirSync(${JSON.stringify(PREPARED)});
       writeFileSync(${JSON.stringify(join(PREPARED, 'fonts'))}, 'found');
       await import(${JSON.stringify(unruly.href)});`,
    );
    const engines = start({ entry });

    const first = await run(engines, pdfTask('well', 'a'));
    await writeFile(join(String(first.env.TMPDIR), PREPARED, 'fonts'), 'of a document');
    const second = await run(engines, pdfTask('well', 'b'));
    const third = await run(engines, pdfTask('well', 'c'));

    const prepared = String(second.env.ENGINE_PREPARED_FOLDER);
    expect(first.env.ENGINE_PREPARED_FOLDER).toBeUndefined();
    expect(third.env.ENGINE_PREPARED_FOLDER).toBe(prepared);
    expect(prepared.startsWith(String(first.env.TMPDIR))).toBe(false);
    expect(readFileSync(join(prepared, 'fonts'), 'utf8')).toBe('found');
  });

  it('has another child ready after a document if the next one probably needs it', async () => {
    const log = join(folder, 'settled');
    const entry = join(folder, 'settled.mjs');
    await writeFile(
      entry,
      `import { appendFileSync } from 'node:fs';
       appendFileSync(${JSON.stringify(log)}, 'x');
       await import(${JSON.stringify(unruly.href)});`,
    );
    const engines = start({ entry, recycleAfterJobs: 3 });
    const starts: number[] = [];

    for (const tenant of ['a', 'a', 'a', 'a', 'b', 'a']) {
      await run(engines, pdfTask('well', tenant));
      await engines.settle();
      starts.push(readFileSync(log, 'utf8').length);
    }

    // The third document wears the child out; from the fifth on there are two tenants.
    expect(starts).toEqual([1, 1, 2, 2, 4, 5]);
  });

  it('waits warm for the first tenant', async () => {
    const engines = start();

    await engines.warm();
    const { phases, documents } = await run(engines, pdfTask('well'));

    expect(phases).toEqual({ start: expect.any(Number), read: 1, convert: 2, write: 3 });
    expect(documents).toBe(1);
  });

  it('inherits nothing from the parent, such as credentials', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'secret';
    onTestFinished(() => {
      delete process.env.AWS_SECRET_ACCESS_KEY;
    });

    const { env } = await run(start(), pdfTask('well'));

    const own = ['ENGINE_SHARED_FOLDER', 'ENGINE_WARM', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ'];
    expect(Object.keys(env).filter((name) => !own.includes(name))).toEqual([]);
  });

  it('has a folder for each document, deleted afterwards', async () => {
    const first = await run(shared, pdfTask('well'));
    const second = await run(shared, pdfTask('well'));

    expect(first.workDirectory).not.toBe(second.workDirectory);
    expect([existsSync(first.workDirectory), existsSync(second.workDirectory)]).toEqual([false, false]);
  });

  it('reports a document as too complex that fills the disk', async () => {
    const full = { ...pdfTask('well'), outputPath: '/dev/full' };

    await expect(run(shared, full)).rejects.toMatchObject({ code: 'too_complex' });
  });

  it.each<[action: string, outcome: string, deadlineSeconds: number]>([
    ...(isLong
      ? ([
          ['stop', 'timed_out', 12],
          ['spin', 'timed_out', 12],
          ['heap', 'out_of_memory', 80],
          ['exit', 'crashed', 20],
        ] as [string, string, number][])
      : []),
    ['hog', 'out_of_memory', 80],
    ['segfault', 'crashed', 20],
  ])(
    'uses the next engine for a document if one engine does "%s"',
    async (action, outcome, deadlineSeconds) => {
      const engines = action === 'heap' ? start({ memoryLimitBytes: 1.3 * MEMORY }) : shared;
      const before = await run(engines, pdfTask('well'));

      const { report, pid } = await run(engines, pdfTask(action), { deadlineSeconds });

      expect(report.tried).toEqual([
        { engine: 'liteparse-pdf-reader', outcome },
        { engine: 'pdf-parse-pdf-reader', outcome: 'used' },
      ]);
      expect(pid).not.toBe(before.pid);
      expect(isAlive(before.pid)).toBe(false);
    },
    // To fill the memory takes long on a busy machine.
    100_000,
  );

  it('fails a document whose engine runs out of memory, if a process with more can have it', async () => {
    await run(shared, pdfTask('well'));

    const ended = run(shared, pdfTask('hog'), { deadlineSeconds: 80, failsOutOfMemory: true });

    await expect(ended).rejects.toMatchObject({
      code: 'out_of_memory',
      cause: { record: { engine: 'liteparse-pdf-reader' } },
    });
    expect((await run(shared, pdfTask('well'))).documents).toBe(1);
  }, 100_000);

  it('uses the next engine for a small document with which one shows no progress', async () => {
    const { report } = await run(start({ stuckSeconds: 1 }), pdfTask('stop'), { deadlineSeconds: 600 });

    expect(report.tried.map(({ outcome }) => outcome)).toEqual(['timed_out', 'used']);
  });

  itLong('leaves an engine that shows progress its share of the time', async () => {
    const { report } = await run(start({ stuckSeconds: 1 }), pdfTask('work'), { deadlineSeconds: 600 });

    expect(report.tried.map(({ outcome }) => outcome)).toEqual(['used']);
  });

  itLong('leaves an engine more time for a large document', async () => {
    const inputPath = join(folder, 'large-input');
    await writeFile(inputPath, Buffer.alloc(5_000_000));
    const slow = { ...pdfTask('slow'), inputPath };

    const { report } = await run(start({ stuckSeconds: 1 }), slow, { deadlineSeconds: 600 });

    expect(report.tried.map(({ outcome }) => outcome)).toEqual(['used']);
  });

  it.each<[action: string, code: string, message: RegExp]>([
    ['stop-all', 'conversion_timeout', /1 seconds/],
    ...(isLong
      ? ([
          ['hog-all', 'out_of_memory', /400 MB/],
          ['early', 'internal_error', /internal error/],
        ] as [string, string, RegExp][])
      : []),
    ['segfault-all', 'corrupt_document', /damaged/],
    ['refused', 'unsupported_content', /It is a scan/],
    ['damaged', 'encrypted_document', /Locked/],
  ])(
    'fails a document that does "%s" with %s and serves the next one',
    async (action, code, message) => {
      const deadlineSeconds = action === 'stop-all' ? 1 : 80;

      const ended = shared.run(pdfTask(action), { deadlineSeconds });

      await expect(ended).rejects.toMatchObject({
        name: 'ConversionError',
        code,
        message: expect.stringMatching(message),
      });
      expect((await run(shared, pdfTask('well'))).documents).toBe(1);
      // Each of the three processes of hog-all fills 400 MB.
    },
    100_000,
  );

  it('serves the next document in the same child after a refusal', async () => {
    const engines = start();
    await expect(engines.run(pdfTask('locked'), { deadlineSeconds: 20 })).rejects.toThrow('Locked');

    expect((await run(engines, pdfTask('well'))).documents).toBe(2);
  });

  it('serves the next document in a new child if an engine failed before another succeeded', async () => {
    await run(shared, pdfTask('patched'));

    expect((await run(shared, pdfTask('well'))).documents).toBe(1);
  });

  it('rejects a text that crashes every engine and names the engine, as text cannot be damaged', async () => {
    const task: EngineTask = { ...pdfTask('exit-all'), from: 'text', to: 'pdf' };

    await expect(run(shared, task)).rejects.toMatchObject({
      code: 'unsupported_content',
      message: expect.stringMatching(/crashed the engine "[\w-]+"/),
    });
  });

  it('returns the output of a crashed child to its caller, but nothing of it for the log', async () => {
    const error: unknown = await run(shared, pdfTask('exit-all')).catch((thrown) => thrown);

    expect(error).toMatchObject({ cause: { message: expect.stringContaining('about to exit') } });
    expect(recordFault(error)).toMatchObject({
      ...{ name: 'ConversionError', code: 'corrupt_document' },
      cause: { name: 'crashed', code: 'exit-3', engine: 'pdf-parse-pdf-reader', places: [] },
    });
  });

  it('ignores invalid messages and passes on progress', async () => {
    const reported: unknown[] = [];

    const { report } = await run(shared, pdfTask('babble'), {
      onProgress: (progress) => reported.push(progress),
    });

    expect(report.engine).toBe('liteparse-pdf-reader');
    expect(reported).toEqual([{ done: 1, total: 2, unit: 'pages' }]);
  });

  it('kills the child on abort', async () => {
    const engines = start();
    const { pid } = await run(engines, pdfTask('well'));
    const controller = new AbortController();

    const ended = engines.run(pdfTask('stop-all'), { deadlineSeconds: 20, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('cancelled')), 50);

    await expect(ended).rejects.toThrow('cancelled');
    await engines.close();
    expect(isAlive(pid)).toBe(false);
  });

  it('handles one document at a time', async () => {
    const first = run(shared, pdfTask('well'));

    await expect(shared.run(pdfTask('well'), { deadlineSeconds: 20 })).rejects.toThrow(
      'one document at a time',
    );
    await first;
  });
});
