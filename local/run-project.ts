import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { SynthesisError, synthesize } from './assembly.ts';
import { DataLockedError } from './data-lock.ts';
import { parseOverrides } from './overrides.ts';
import { printProgress } from './progress.ts';
import { type RunningStack, type StackOptions, startStack } from './stack.ts';
import { TemplateError } from './template/json.ts';

/** The environment of functions of `npm start`. Webhooks may go to receivers on this machine. */
export const localEnvironment = (isExposed: boolean): Readonly<Record<string, string>> => ({
  LOCAL_RECEIVER_HOST: 'localhost,127.0.0.1',
  // Others reach the sign-in page too, where anyone may sign in as anyone.
  ...(isExposed ? { OPERATORS: '' } : {}),
});

/** The default of PORT. */
const defaultPort = 3000;

/** An invalid setting. */
class SettingError extends Error {}

/** The project that `npm start` runs. */
type Project = {
  /** The folder of `cdk/app.ts`. */
  readonly directory: string;
  /** A synthesized assembly to run in place of the sources. */
  readonly assembly?: string;
  /** Settings where the stage sets none. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Freezes and limits functions as Lambda does. Default: false. */
  readonly asLambda?: boolean;
  /**
   * Environment variables of functions to replace, unless DOCFORGE_LOCAL_ENV does.
   *
   * @param isExposed whether others may reach the stack: it listens at another address, or has the URL of a proxy
   */
  readonly environment?: (isExposed: boolean) => Readonly<Record<string, string>>;
  /** Called once the stack has started. Returns lines for the terminal. */
  readonly firstRun: (stack: RunningStack) => Promise<readonly string[]>;
};

/**
 * Synthesizes a project, runs it and stops it on SIGINT or SIGTERM. A second signal ends the process at once.
 *
 * Reads its settings from PORT, DOCFORGE_WATCH_PORT, DOCFORGE_PUBLIC_URL, DOCFORGE_LISTEN_ADDRESS, DOCFORGE_DATA_DIR, DOCFORGE_LOCAL_ENV, DOCFORGE_RECORD_DIR,
 * AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL_SQS. Exits with 0 after a signal, with 1 and a message if the stack cannot run.
 */
export async function runProject({
  asLambda = false,
  assembly: given,
  directory,
  settings: stageSettings,
  environment,
  firstRun,
}: Project): Promise<never> {
  const startedAt = performance.now();
  const stopping = Promise.withResolvers<void>();
  let signals = 0;
  const stop = (): void => {
    signals += 1;
    // The child processes end once this process has ended.
    if (signals > 1) process.exit(130);
    stopping.resolve();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  let stack: RunningStack | undefined;
  const progress = printProgress(process.stdout);
  try {
    const settings = readSettings(process.env, directory);
    progress.begin('Preparing the stack');
    const assemblies = join(directory, 'build', 'assembly');
    const assembly =
      given ?? (await synthesize(directory, assemblies, stageSettings, progress.begin)).directory;
    if (signals === 0) {
      stack = await startStack({
        ...settings,
        environment: {
          ...environment?.(settings.listenAddress !== undefined || settings.publicUrl !== undefined),
          ...settings.environment,
        },
        assemblyDirectory: assembly,
        asLambda: asLambda ? {} : undefined,
        report: console.warn,
        onStage: progress.begin,
      });
      const lines = await firstRun(stack);
      progress.end();
      printBanner(stack, lines, performance.now() - startedAt);
      await stopping.promise;
      console.log('\nStopping ...');
    }
  } catch (error) {
    progress.end();
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
    throw new SettingError(`PORT is ${environment.PORT}, which is not a port number`);
  }
  const {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_S3: s3,
    AWS_ENDPOINT_URL_SQS: sqs,
  } = environment;
  const endpoints = { ...(dynamodb && { dynamodb }), ...(s3 && { s3 }), ...(sqs && { sqs }) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  const sessionToken = environment.AWS_SESSION_TOKEN;
  // The user's AWS settings apply only to the user's own services.
  const isOwn = Object.keys(endpoints).length > 0;
  return {
    dataDirectory: environment.DOCFORGE_DATA_DIR
      ? resolve(environment.DOCFORGE_DATA_DIR)
      : join(projectDirectory, '.docforge'),
    port,
    ...readPublicUrl(environment.DOCFORGE_PUBLIC_URL),
    listenAddress: readListenAddress(environment.DOCFORGE_LISTEN_ADDRESS),
    watching: readWatching(environment, port),
    endpoints,
    environment: parseOverrides(environment.DOCFORGE_LOCAL_ENV),
    ...(environment.DOCFORGE_RECORD_DIR ? { recordDirectory: environment.DOCFORGE_RECORD_DIR } : {}),
    ...(isOwn && environment.AWS_REGION ? { region: environment.AWS_REGION } : {}),
    ...(isOwn && accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }
      : {}),
  };
}

function readPublicUrl(text: string | undefined): Pick<StackOptions, 'publicUrl'> {
  if (!text) return {};
  if (!/^https?:/.test(text) || !URL.canParse(text) || new URL(text).origin !== text) {
    throw new SettingError(
      `DOCFORGE_PUBLIC_URL is ${text}, which is not an http or https URL without a path, such as http://127.0.0.1:8080`,
    );
  }
  return { publicUrl: text };
}

/** The page is at the next port of this machine. An operator who states a port also wants to reach it from elsewhere. */
function readWatching(
  environment: NodeJS.ProcessEnv,
  apiPort: number,
): { port: number; address?: string | undefined } {
  const { DOCFORGE_WATCH_PORT: text } = environment;
  if (!text) return { port: apiPort === 0 || apiPort === 65_535 ? 0 : apiPort + 1 };
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SettingError(`DOCFORGE_WATCH_PORT is ${text}, which is not a port number`);
  return { port, address: readListenAddress(environment.DOCFORGE_LISTEN_ADDRESS) };
}

function readListenAddress(text: string | undefined): string | undefined {
  if (text && isIP(text) === 0)
    throw new SettingError(`DOCFORGE_LISTEN_ADDRESS is ${text}, which is not an IP address such as 0.0.0.0`);
  return text || undefined;
}

function printBanner(stack: RunningStack, lines: readonly string[], milliseconds: number): void {
  console.log(
    [
      '',
      `  DocForge listens on ${stack.baseUrl} (started in ${(milliseconds / 1000).toFixed(1)} s)`,
      `  Data and logs: ${stack.dataDirectory}`,
      `  Metrics and alarms: ${stack.describe().endpoints.watching}`,
      '  Press Ctrl-C to stop.',
      ...(lines.length > 0 ? ['', ...lines.map((line) => `  ${line}`.trimEnd())] : []),
      '',
    ].join('\n'),
  );
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${error.port} is in use. Stop the process that listens there, or set PORT to another port.`;
  }
  if (error instanceof DataLockedError)
    return `${error.message}. Stop it, or set DOCFORGE_DATA_DIR to another folder.`;
  if ('path' in error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code)))
    return `User ${process.getuid?.()} may not write ${error.path}. Change the owner of the data folder, or set DOCFORGE_DATA_DIR to another one.`;
  const isForUser =
    error instanceof TemplateError || error instanceof SynthesisError || error instanceof SettingError;
  return isForUser ? error.message : (error.stack ?? error.message);
}
