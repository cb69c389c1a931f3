import { join, resolve } from 'node:path';
import { SynthesisError, synthesise } from './assembly.ts';
import { DataLockedError } from './data-lock.ts';
import { parseOverrides } from './overrides.ts';
import { type RunningStack, type StackOptions, startStack } from './stack.ts';
import { TemplateError } from './template/json.ts';

/** Where the API listens unless PORT says otherwise. */
const defaultPort = 3000;

/** A setting that the person at the terminal has to correct. */
class SettingError extends Error {}

/** What `npm start` runs. */
export type Project = {
  /** The folder of `cdk/app.ts`. */
  readonly directory: string;
  /** Context of the CDK app besides that of `cdk.json`: what this machine can run. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  /** Called once the stack is up; answers lines for the terminal. */
  readonly firstRun: (stack: RunningStack) => Promise<readonly string[]>;
};

/**
 * Synthesises a project, runs it and ends it on SIGINT or SIGTERM; a second signal does not wait for anything.
 *
 * Settings come from PORT, DOCFORGE_DATA_DIR, DOCFORGE_LOCAL_ENV, DOCFORGE_RECORD_DIR and AWS_ENDPOINT_URL_DYNAMODB, _S3, _SQS. Ends the
 * process: with 0 after a signal, with 1 and an explanation where the stack cannot run.
 */
export async function runProject({ directory, context, firstRun }: Project): Promise<never> {
  const startedAt = performance.now();
  const stopping = Promise.withResolvers<void>();
  let signals = 0;
  const stop = (): void => {
    signals += 1;
    // Whatever still runs then ends by itself: it notices that this process is gone.
    if (signals > 1) process.exit(130);
    stopping.resolve();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  let stack: RunningStack | undefined;
  try {
    const settings = readSettings(process.env, directory);
    const assembly = await synthesise(directory, join(directory, 'build', 'assembly'), context);
    if (signals === 0) {
      stack = await startStack({ ...settings, assemblyDirectory: assembly.directory, report: console.warn });
      const lines = await firstRun(stack);
      printBanner(stack, lines, performance.now() - startedAt);
      await stopping.promise;
      console.log('\nStopping ...');
    }
  } catch (error) {
    if (signals === 0) {
      console.error(explain(error));
      process.exitCode = 1;
    }
  }
  await stack?.close();
  process.exit();
}

function readSettings(
  environment: NodeJS.ProcessEnv,
  projectDirectory: string,
): Omit<StackOptions, 'assemblyDirectory'> {
  const port = Number(environment.PORT || defaultPort);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new SettingError(`PORT is ${environment.PORT}, which is no port number`);
  }
  const {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_S3: s3,
    AWS_ENDPOINT_URL_SQS: sqs,
  } = environment;
  const endpoints = { ...(dynamodb && { dynamodb }), ...(s3 && { s3 }), ...(sqs && { sqs }) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  const sessionToken = environment.AWS_SESSION_TOKEN;
  // The user's own AWS settings count only for services of the user's own.
  const isOwn = Object.keys(endpoints).length > 0;
  return {
    dataDirectory: environment.DOCFORGE_DATA_DIR
      ? resolve(environment.DOCFORGE_DATA_DIR)
      : join(projectDirectory, '.docforge'),
    port,
    endpoints,
    environment: parseOverrides(environment.DOCFORGE_LOCAL_ENV),
    ...(environment.DOCFORGE_RECORD_DIR ? { recordDirectory: environment.DOCFORGE_RECORD_DIR } : {}),
    ...(isOwn && environment.AWS_REGION ? { region: environment.AWS_REGION } : {}),
    ...(isOwn && accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }
      : {}),
  };
}

function printBanner(stack: RunningStack, lines: readonly string[], milliseconds: number): void {
  console.log(
    [
      '',
      `  DocForge listens on ${stack.baseUrl}   (ready in ${(milliseconds / 1000).toFixed(1)} s)`,
      `  Data and logs are in ${stack.dataDirectory}. Ctrl-C ends it.`,
      ...(lines.length > 0 ? ['', ...lines.map((line) => `  ${line}`.trimEnd())] : []),
      '',
    ].join('\n'),
  );
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${error.port} is in use: end what listens there, or set PORT to another one`;
  }
  if (error instanceof DataLockedError)
    return `${error.message}: end it, or set DOCFORGE_DATA_DIR to another folder`;
  const isForUser =
    error instanceof TemplateError || error instanceof SynthesisError || error instanceof SettingError;
  return isForUser ? error.message : (error.stack ?? error.message);
}
