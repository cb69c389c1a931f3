import type { Command } from '../lib/operator/command.ts';
import { commands } from '../lib/operator/commands.ts';
import { plans } from '../lib/plans.ts';

const column = 24;

const row = (name: string, summary: string): string => `  ${name.padEnd(column - 2)}${summary}`;

/** The help of all commands. */
export const overview = [
  'Usage: npm run admin -- COMMAND [--OPTION VALUE ...]',
  '',
  'Commands. COMMAND --help lists the options of one',
  ...commands.map(({ name, summary }) => row(name, summary)),
  row('check', 'Check a deployment; exits with 1 if a check fails'),
  row('preflight', 'Check an AWS account before a deployment (--stage)'),
  '',
  'Options of all commands',
  row('--stack NAME', 'Use a deployed stack. Default: the local stack'),
  row('--json', 'Print JSON, the default without a terminal'),
  row('--dry-run', 'Print what would change, and change nothing'),
  '',
  `Plans: ${Object.keys(plans).join(', ')}`,
].join('\n');

/** The help of one command. */
export const usageOf = ({ name, summary, options, access }: Command): string =>
  [
    `Usage: npm run admin -- ${name}${options.length === 0 ? '' : ' [--OPTION VALUE ...]'}`,
    '',
    summary,
    ...(options.length === 0 ? [] : ['', 'Options']),
    ...options.flatMap(({ name: option, summary: about, isOptional, choices = [] }) => [
      row(`--${option}`, `${about}${isOptional === true ? '' : ' (required)'}`),
      ...choices.map((choice) => row('', `  ${choice}`)),
    ]),
    ...(access === 'export' ? ['', 'With --output FILE, it writes a new file that only you may read.'] : []),
    ...(access === 'change'
      ? ['', 'With --dry-run, it prints what it would change, and changes nothing.']
      : []),
  ].join('\n');
