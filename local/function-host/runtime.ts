import { flushCompileCache } from 'node:module';
import { invocationPayloadBytes } from '../quotas.ts';
import { installInvokeStore } from './invoke-store.ts';
import { describeError, type Handler, InitError, loadHandler } from './load-handler.ts';
import type { HostReply, HostRequest } from './messages.ts';
import { endWithParent } from './watch-parent.ts';

const environment = process.env;

async function run(): Promise<void> {
  endWithParent(Number(process.argv[2]));
  // The handler sees the variables of Lambda only.
  delete environment.NODE_COMPILE_CACHE;
  // Otherwise a coverage run of the stack would make every function write coverage data.
  delete environment.NODE_V8_COVERAGE;
  // Set by the shell that limits the open files.
  for (const name of ['OLDPWD', 'PWD', 'SHLVL', '_']) delete environment[name];
  const withContext = installInvokeStore();
  try {
    const handler = await loadHandler(environment.LAMBDA_TASK_ROOT ?? '', environment._HANDLER ?? '');
    process.on('message', (request: HostRequest) => {
      withContext(request.id, () => void invoke(handler, request).then(reply));
    });
    reply({ kind: 'ready' });
    // Otherwise written at the exit, which a process that is killed does not reach.
    flushCompileCache();
  } catch (error) {
    reply({
      kind: 'init-failure',
      failure: error instanceof InitError ? error.failure : describeError(error),
    });
  }
}

async function invoke(handler: Handler, request: HostRequest): Promise<HostReply> {
  const { id } = request;
  try {
    const payload = JSON.stringify(await handler(JSON.parse(request.payload), contextOf(request))) ?? 'null';
    const bytes = Buffer.byteLength(payload);
    if (bytes <= invocationPayloadBytes) return { kind: 'result', id, payload };
    const errorMessage = `Response payload size exceeded maximum allowed payload size (${invocationPayloadBytes} bytes).`;
    return { kind: 'failure', id, failure: { errorType: 'Function.ResponseSizeTooLarge', errorMessage } };
  } catch (error) {
    return { kind: 'failure', id, failure: describeError(error) };
  }
}

function contextOf({ id, deadline, functionArn }: HostRequest): Record<string, unknown> {
  return {
    awsRequestId: id,
    functionName: environment.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: environment.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: environment.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: environment.AWS_LAMBDA_LOG_STREAM_NAME,
    invokedFunctionArn: functionArn,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function reply(message: HostReply): void {
  // Fails only if the stack has ended, and then this process ends too.
  process.send?.(message, undefined, undefined, () => undefined);
}

await run();
