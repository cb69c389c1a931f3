import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Host, startHost } from '../../../local/function-host/host.ts';
import { itLong } from '../../support/long-run.ts';
import { fixtureDirectory, temporaryFolder } from '../fixture-stack.ts';

const bundle = join(fixtureDirectory, 'functions');
let directory: string;
let remove: () => Promise<void>;
let host: Host;
beforeEach(async () => {
  ({ directory, remove } = await temporaryFolder());
});
afterEach(async () => {
  host.kill();
  await host.exited;
  await remove();
});

function start(timeoutSeconds: number, handler = 'index.faulty'): Host {
  return startHost({
    directory: bundle,
    environment: { LAMBDA_TASK_ROOT: bundle, _HANDLER: handler },
    memoryMegabytes: 128,
    scratch: { folder: directory, megabytes: 512 },
    environments: 1,
    functionArn: 'arn:f',
    timeoutSeconds,
    onOutput: () => undefined,
  });
}

describe('startHost', () => {
  it('shows a handler the variables that it was given, and none of its own', async () => {
    host = start(10, 'index.echo');

    const outcome = await host.invoke('{}', 'asked');

    expect(outcome).toMatchObject({ ok: true });
    expect(JSON.parse(outcome.ok ? outcome.payload : '{}').environment).toEqual({
      LAMBDA_TASK_ROOT: bundle,
      _HANDLER: 'index.echo',
    });
  });

  itLong('lets other invocations end after a timeout, and then ends the process', async () => {
    host = start(2);
    const waitFor = join(directory, 'go');
    const stuck = host.invoke('{"fault":"never"}', 'stuck');
    await host.invoke('{"fault":"empty"}', 'loaded');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const beside = host.invoke(JSON.stringify({ fault: 'waits', waitFor }), 'beside');

    expect(await stuck).toEqual({
      ok: false,
      failure: {
        errorType: 'Sandbox.Timedout',
        errorMessage: 'RequestId: stuck Error: Task timed out after 2.00 seconds',
      },
    });
    expect([host.usable(), host.active()]).toEqual([false, 1]);
    await writeFile(waitFor, '');

    expect(await beside).toEqual({ ok: true, payload: '"waited"' });
    await host.exited;
  });

  it.each([
    [
      'a missing module',
      'nowhere.handler',
      'Runtime.ImportModuleError',
      "Error: Cannot find module 'nowhere'",
    ],
    [
      'a missing export',
      'index.nobody',
      'Runtime.HandlerNotFound',
      'index.nobody is undefined or not exported',
    ],
    [
      'a handler with a callback',
      'index.old',
      'Runtime.CallbackHandlerDeprecated',
      'index.old takes a callback, which nodejs24.x does not support',
    ],
  ])(
    'fails the invocation for %s, and ends the process',
    async (_title, handler, errorType, errorMessage) => {
      host = start(2, handler);

      expect(await host.invoke('{}', 'id')).toEqual({
        ok: false,
        failure: { errorType, errorMessage, trace: [] },
      });
      await host.exited;
    },
  );

  it('fails an invocation after the process has ended', async () => {
    host = start(2);
    host.kill();
    await host.exited;

    expect(await host.invoke('{}', 'late')).toEqual({
      ok: false,
      failure: {
        errorType: 'Runtime.ExitError',
        errorMessage: 'RequestId: late Error: Runtime exited with error: signal: killed',
      },
    });
  });

  it('kills only the process that exceeds its memory', async () => {
    host = start(20);

    const outcome = await host.invoke('{"fault":"greedy"}', 'id');

    expect(outcome).toEqual({
      ok: false,
      failure: {
        errorType: 'Runtime.ExitError',
        errorMessage: 'RequestId: id Error: Runtime exited with error: signal: SIGABRT',
      },
    });
  });
});
