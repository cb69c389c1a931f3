import { Command, CommanderError, Option } from 'commander';
import type { JobStatus } from '../client/types.ts';
import { jobStatuses } from '../lib/api/job-statuses.ts';
import { printableLines } from '../lib/conversions/base/printable.ts';
import { extractFormats, extractNames, formats } from '../lib/conversions/formats.ts';
import { version } from '../packaging/version.ts';
import { type ExitCode, exitCodes, usageError } from './command-error.ts';
import { cancelJob, downloadResult, showJob, showUsage } from './commands/account.ts';
import {
  type Context,
  conversionPlan,
  mergeTarget,
  runConversions,
  type TaskOptions,
} from './commands/convert.ts';
import { listFormats, listJobs } from './commands/list.ts';
import { login, logout } from './commands/login.ts';
import { type CompletedValues, completionScript, shells } from './completion.ts';
import { say } from './console.ts';
import { failureOf } from './failure.ts';
import { columns } from './layout.ts';
import { collectOption, positiveNumber } from './options.ts';

const collect = (value: string, previous: readonly string[] = []): string[] => [...previous, value];

/** Documents converted at the same time. Every plan has at least three active jobs; more wait for a slot. */
const defaultJobs = 4;

const completedValues: CompletedValues = {
  '--to': Object.keys(formats),
  '--from': Object.keys(formats),
  '--format': Object.keys(extractFormats),
  '--status': jobStatuses,
  from: Object.keys(formats),
  to: [...new Set([...Object.keys(formats), ...Object.keys(extractFormats)])],
  shell: shells,
};

const examples = `
Examples:
  docforge convert *.docx --to pdf --out out/
  docforge extract scan.pdf --format tables --option ocr=always
  docforge merge a.pdf b.pdf --out all.pdf
  docforge convert *.docx --to pdf --dry-run
  docforge formats docx pdf
  curl -s https://example.com | docforge convert - --to markdown > page.md

Exit codes:
  0  all documents were converted
  1  at least one document was not converted
  2  the command line is wrong
  3  not signed in, or the key is not valid
  4  the service is not reachable
  130  interrupted with Ctrl-C; jobs under way were cancelled`;

const taskCommand = (command: Command): Command =>
  command
    .option(
      '-o, --out <path>',
      'folder if it exists or ends in /, otherwise file; - for standard output (default: next to the input)',
    )
    .option('--from <format>', 'source format (default: detected from the bytes)')
    .option(
      '-O, --option <name=value>',
      'option of the conversion, as name=text or name:=json; repeatable',
      collectOption,
    )
    .option('-f, --force', 'replace existing files')
    .option('-q, --quiet', 'write errors only')
    .option('--json', 'write one JSON object per document')
    .option('--webhook-url <url>', 'https URL that receives a webhook when each job ends')
    .option('--deliver-to <url>', 'presigned URL that also receives the result, by PUT')
    .option('--local', 'convert in this process, without a service');

const withParallel = (command: Command): Command =>
  command
    .option('--dry-run', 'print what each file would do, and convert nothing')
    .option('-j, --jobs <number>', 'documents at the same time', positiveNumber, defaultJobs)
    .option('--watch <folder>', 'convert the files that arrive in a folder, until Ctrl-C');

/** Creates the program. `finish` receives the exit code of the command that ran. */
const createProgram = (context: Context, finish: (exitCode: ExitCode) => void): Command => {
  const { stdout, stderr } = context.terminal;
  const program = new Command('docforge')
    .description('Converts documents between formats and extracts their content.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(printableLines(text)),
      writeErr: (text) => stderr.write(printableLines(text)),
      outputError: (text, write) => write(text.replace(/^error: /, 'docforge: ')),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
    })
    .version(version, '-V, --version', 'print the version')
    .showHelpAfterError('Run docforge --help for the commands.')
    .addHelpText('after', examples);

  const convert = program
    .command('convert')
    .description('convert each file to another format')
    .argument('[inputs...]', 'files, URLs, or - for standard input')
    .option('-t, --to <format>', 'target format; docforge formats lists them')
    .option('--steps <file>', 'JSON file of steps that follow each other, in place of --to');
  withParallel(taskCommand(convert)).action(
    async (inputs: string[], options: TaskOptions & { to?: string; steps?: string }) => {
      finish(await runConversions(await conversionPlan(options), inputs, options, context));
    },
  );

  const extract = program
    .command('extract')
    .description('extract text, tables and more from each file')
    .argument('[inputs...]', 'files, URLs, or - for standard input')
    .option(
      '-F, --format <name>',
      `${extractNames.slice(0, -1).join(', ')} or ${extractNames.at(-1)}`,
      'text',
    );
  withParallel(taskCommand(extract)).action(
    async (inputs: string[], options: TaskOptions & { format: string }) => {
      finish(
        await runConversions({ operation: 'extract', target: options.format }, inputs, options, context),
      );
    },
  );

  const merge = program
    .command('merge')
    .description('combine files of one format into one result')
    .argument('<inputs...>', 'files, in the order of the result')
    .option('-t, --to <format>', 'target format (default: the extension of --out)');
  taskCommand(merge).action(
    async (inputs: string[], options: Omit<TaskOptions, 'jobs'> & { to?: string }) => {
      if (options.out === undefined) throw usageError('Name the result with --out.');
      const target = mergeTarget(options.to, options.out);
      finish(
        await runConversions(
          { operation: 'convert', target },
          inputs,
          { ...options, jobs: 1 },
          context,
          true,
        ),
      );
    },
  );

  program
    .command('formats')
    .description('list what formats convert to, or the options of a conversion')
    .argument('[from]', 'source format')
    .argument('[to]', 'target format, or what to extract: lists the options')
    .option('--json', 'write JSON, with the schema of the options')
    .option('--local', 'list the conversions of this process')
    .action(
      async (
        from: string | undefined,
        to: string | undefined,
        options: { json?: boolean; local?: boolean },
      ) => {
        finish(await listFormats(from, to, options, context));
      },
    );

  program
    .command('jobs')
    .description('list the newest jobs of the account')
    .option('-n, --limit <number>', 'number of jobs', positiveNumber, 20)
    .addOption(new Option('--status <status>', 'only jobs in this state').choices(jobStatuses))
    .option('--json', 'write JSON')
    .action(async (options: { json?: boolean; status?: JobStatus; limit: number }) => {
      finish(await listJobs(options, context));
    });

  program
    .command('job')
    .description('print a job as JSON')
    .argument('<id>', 'id of the job')
    .action(async (id: string) => {
      finish(await showJob(id, context));
    });

  program
    .command('result')
    .description('wait for a job and download its result')
    .argument('<id>', 'id of the job')
    .option('-o, --out <path>', 'folder if it exists or ends in /, otherwise file; - for standard output')
    .option('--step <name>', 'result of a step that keeps it')
    .option('-f, --force', 'replace an existing file')
    .action(async (id: string, options: { out?: string; step?: string; force?: boolean }) => {
      finish(await downloadResult(id, options, context));
    });

  program
    .command('cancel')
    .description('cancel a job')
    .argument('<id>', 'id of the job')
    .action(async (id: string) => {
      finish(await cancelJob(id, context));
    });

  program
    .command('usage')
    .alias('whoami')
    .description('print the service, the plan and what is left of it')
    .option('--json', 'write JSON')
    .action(async (options: { json?: boolean }) => {
      finish(await showUsage(options, context));
    });

  program
    .command('mcp')
    .description('serve convert, extract, formats and jobs to MCP clients (stdio)')
    .option(
      '--root <folder>',
      'folder that clients may read and write; repeatable (default: the current one)',
      collect,
    )
    .option('--local', 'convert in this process, without a service')
    .action(async (options: { local?: boolean; root?: string[] }) => {
      // Loaded here, because the other commands do not need the protocol.
      const { serveMcp } = await import('./commands/mcp.ts');
      finish(await serveMcp(options, context));
    });

  program
    .command('login')
    .description('store the URL of a service and an API key')
    .option('--url <url>', 'URL of the service')
    .option('--key <->', '- reads the key from standard input')
    .addHelpText('after', '\nDOCFORGE_URL and DOCFORGE_API_KEY replace what is stored.')
    .action(async (options: { url?: string; key?: string }) => {
      finish(await login(options, context));
    });

  program
    .command('logout')
    .description('remove the stored key')
    .action(async () => {
      finish(await logout(context));
    });

  program
    .command('completion')
    .description('write the completion script of a shell')
    .argument('<shell>', shells.join(', '))
    .addHelpText('after', '\nFor bash: source <(docforge completion bash)')
    .action((shell: string) => {
      const script = completionScript(program, shell, completedValues);
      if (script === undefined)
        throw usageError(`No completion for ${shell}. Supported shells: ${shells.join(', ')}.`);
      say(stdout, script);
      finish(exitCodes.ok);
    });

  return program;
};

/** Runs one command line and returns its exit code. Errors are one line on standard error. */
export const runProgram = async (args: readonly string[], context: Context): Promise<ExitCode> => {
  let exitCode: ExitCode = exitCodes.ok;
  const program = createProgram(context, (code) => {
    exitCode = code;
  });
  try {
    if (args.length === 0) program.help();
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (context.signal.aborted) return exitCodes.interrupted;
    const { exitCode: code, message } = failureOf(error);
    say(context.terminal.stderr, `docforge: ${message}`);
    return code;
  }
};
