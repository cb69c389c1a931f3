import { Command, CommanderError, Option } from 'commander';
import type { JobStatus } from '../client/types.ts';
import { jobStatuses } from '../lib/api/job-statuses.ts';
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
import { completeCommand, completeOptions } from './complete-options.ts';
import { type CompletedValues, completionScript, shells } from './completion.ts';
import { hasColors, say } from './console.ts';
import { failureOf } from './failure.ts';
import { formatHelp } from './help.ts';
import { columnsOf } from './layout.ts';
import { collectOption, positiveNumber } from './options.ts';

const collect = (value: string, previous: readonly string[] = []): string[] => [...previous, value];

/** Documents to convert at the same time. Every plan allows at least three active jobs; further ones wait for a slot. */
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

const outDescription =
  'Folder if it exists or ends in /, otherwise a file; - for standard output (default: next to the input)';

const taskCommand = (command: Command): Command =>
  command
    .optionsGroup('Output')
    .option('-o, --out <path>', outDescription)
    .option('-f, --force', 'Replace existing files')
    .option('-q, --quiet', 'Print errors only')
    .option('--json', 'Print one JSON object per document')
    .optionsGroup('Conversion')
    .option('--from <format>', 'Source format (default: detected from the content)')
    .option(
      '-O, --option <name=value>',
      'Option of the conversion, as name=text or name:=json; repeatable. docforge formats <from> <to> lists them',
      collectOption,
    )
    .option('--local', 'Convert on this machine, without a service')
    .optionsGroup('Notification')
    .option('--webhook-url <url>', 'https URL that receives a webhook when each job ends')
    .option('--deliver-to <url>', 'Presigned URL to which the service also sends the result (PUT)');

const withParallel = (command: Command): Command =>
  command
    .optionsGroup('Batch')
    .option('--dry-run', 'Show what would happen to each file, and convert nothing')
    .option('-j, --jobs <number>', 'Documents to convert at the same time', positiveNumber, defaultJobs)
    .option('--watch <folder>', 'Convert files as they arrive in a folder, until Ctrl-C')
    .optionsGroup('Options');

const help = 'Show this help';

/** Creates the program. `finish` receives the exit code of the command that ran. */
const createProgram = (context: Context, finish: (exitCode: ExitCode) => void): Command => {
  const { stdout, stderr } = context.terminal;
  const program = new Command('docforge')
    .description('Convert documents between formats and extract their content')
    .usage('<command> [options]')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text) => say(stderr, text.replace(/^error: /, 'docforge: ').trimEnd()),
      getOutHelpWidth: () => columnsOf(stdout),
      getErrHelpWidth: () => columnsOf(stderr),
      getOutHasColors: () => hasColors(stdout),
      getErrHasColors: () => hasColors(stderr),
    })
    .configureHelp({ formatHelp })
    .version(version, '-v, --version', 'Show the version')
    .helpOption('-h, --help', help)
    .helpCommand(false);

  program.commandsGroup('Documents');

  const convert = program
    .command('convert')
    .description('Convert each file to another format')
    .argument('[inputs...]', 'Files, URLs, or - for standard input')
    .optionsGroup('Conversion')
    .option('-t, --to <format>', 'Target format. docforge formats lists them')
    .option('--steps <file>', 'JSON file of conversions that follow each other, instead of --to');
  withParallel(taskCommand(convert)).action(
    async (inputs: string[], options: TaskOptions & { to?: string; steps?: string }) => {
      finish(await runConversions(await conversionPlan(options), inputs, options, context));
    },
  );

  const extract = program
    .command('extract')
    .description('Extract text, tables and more from each file')
    .argument('[inputs...]', 'Files, URLs, or - for standard input')
    .optionsGroup('Conversion')
    .option(
      '-F, --format <name>',
      `What to extract: ${extractNames.slice(0, -1).join(', ')} or ${extractNames.at(-1)}`,
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
    .description('Combine files of one format into one result')
    .argument('<inputs...>', 'Files, in the order of the result')
    .optionsGroup('Conversion')
    .option('-t, --to <format>', 'Target format (default: the extension of --out)');
  taskCommand(merge)
    .optionsGroup('Options')
    .action(async (inputs: string[], options: Omit<TaskOptions, 'jobs'> & { to?: string }) => {
      if (options.out === undefined) throw usageError('merge needs --out, the file of the result.');
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
    });

  program
    .command('formats')
    .description('List what formats convert to, or the options of a conversion')
    .argument('[from]', 'Source format')
    .argument('[to]', 'Target format, or what to extract, to list its options')
    .option('--json', 'Print JSON, with the schema of the options')
    .option('--local', 'List what this machine converts, without a service')
    .action(
      async (
        from: string | undefined,
        to: string | undefined,
        options: { json?: boolean; local?: boolean },
      ) => {
        finish(await listFormats(from, to, options, context));
      },
    );

  program.commandsGroup('Jobs');

  program
    .command('jobs')
    .description('List the newest jobs of the account')
    .option('-n, --limit <number>', 'Number of jobs', positiveNumber, 20)
    .addOption(new Option('--status <status>', 'Only jobs with this status').choices(jobStatuses))
    .option('--json', 'Print JSON')
    .action(async (options: { json?: boolean; status?: JobStatus; limit: number }) => {
      finish(await listJobs(options, context));
    });

  program
    .command('job')
    .description('Show a job')
    .argument('<id>', 'ID of the job')
    .option('--json', 'Print JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      finish(await showJob(id, options, context));
    });

  program
    .command('result')
    .description('Wait for a job and download its result')
    .argument('<id>', 'ID of the job')
    .option('-o, --out <path>', outDescription.replace('next to the input', 'the current folder'))
    .option('--step <name>', 'Result of an earlier step that kept its output')
    .option('-f, --force', 'Replace an existing file')
    .action(async (id: string, options: { out?: string; step?: string; force?: boolean }) => {
      finish(await downloadResult(id, options, context));
    });

  program
    .command('cancel')
    .description('Cancel a job')
    .argument('<id>', 'ID of the job')
    .action(async (id: string) => {
      finish(await cancelJob(id, context));
    });

  program.commandsGroup('Account');

  program
    .command('login')
    .description('Sign in to a service with an API key')
    .option('--url <url>', 'URL of the service')
    .option('--key <->', '- reads the key from standard input')
    .action(async (options: { url?: string; key?: string }) => {
      finish(await login(options, context));
    });

  program
    .command('logout')
    .description('Remove the stored key')
    .action(async () => {
      finish(await logout(context));
    });

  program
    .command('usage')
    .alias('whoami')
    .description('Show the service, the plan and what is left of it')
    .option('--json', 'Print JSON')
    .action(async (options: { json?: boolean }) => {
      finish(await showUsage(options, context));
    });

  program.commandsGroup('Tools');

  program
    .command('mcp')
    .description('Serve AI assistants over the Model Context Protocol (stdio)')
    .option(
      '--root <folder>',
      'Folder that assistants may read and write; repeatable (default: the current folder)',
      collect,
    )
    .option('--local', 'Convert on this machine, without a service')
    .action(async (options: { local?: boolean; root?: string[] }) => {
      // Loaded here, because the other commands do not need the protocol.
      const { serveMcp } = await import('./commands/mcp.ts');
      finish(await serveMcp(options, context));
    });

  program
    .command('completion')
    .description('Print the completion script of a shell')
    .argument('<shell>', shells.join(', '))
    .action((shell: string) => {
      const script = completionScript(program, shell, completedValues);
      if (script === undefined)
        throw usageError(
          `No completion for ${JSON.stringify(shell)}. Supported shells: ${shells.join(', ')}.`,
        );
      say(stdout, script);
      finish(exitCodes.ok);
    });

  program
    .command(completeCommand, { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) => {
      finish(await completeOptions(words, context));
    });

  program.showHelpAfterError('Run docforge help for the commands.');
  for (const command of program.commands)
    command
      .helpOption('-h, --help', help)
      .showHelpAfterError(`Run docforge ${command.name()} --help for its options.`);
  return program;
};

/**
 * Rewrites `help COMMAND` to `COMMAND --help`. The help of an unknown command becomes the command alone, because the parser
 * reports that with a suggestion, and shows the help of the program otherwise.
 */
const withoutHelp = (args: readonly string[], program: Command): readonly string[] => {
  const isHelp = args[0] === 'help';
  const [name, ...rest] = isHelp ? args.slice(1) : args;
  if (name === undefined) return ['--help'];
  if (name.startsWith('-')) return args;
  const isKnown = program.commands.some((each) => [each.name(), ...each.aliases()].includes(name));
  if (!isKnown) return [name];
  return isHelp ? [name, '--help'] : [name, ...rest];
};

/** Runs one command line and returns its exit code. Errors are one line on standard error. */
export const runProgram = async (args: readonly string[], context: Context): Promise<ExitCode> => {
  let exitCode: ExitCode = exitCodes.ok;
  const program = createProgram(context, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...withoutHelp(args, program)], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (context.signal.aborted) return exitCodes.interrupted;
    const { exitCode: code, message } = failureOf(error);
    say(context.terminal.stderr, `docforge: ${message}`);
    return code;
  }
};
