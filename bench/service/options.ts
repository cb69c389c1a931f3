import { parseArgs } from 'node:util';

/** The options of a run. */
export type Options = {
  /** The duration of each measurement under load. */
  readonly seconds: number;
  /** Numbers of concurrent clients, with a measurement for each. The first one also measures the phases. */
  readonly clients: readonly number[];
  /** Whether only the AWS calls and prices are measured. */
  readonly onlyCost: boolean;
};

/** The account's plan allows 50 active jobs, and each client has one. */
const maxClients = 50;

/** The usage text. */
export const help = `npm run bench:service -- [--seconds N] [--clients 1,8,32] [--only-cost]

  --seconds   Duration of each measurement under load, 0.5 to 30. Default: 4
  --clients   Numbers of concurrent clients, 1 to ${maxClients}. Default: 1,8,32
  --only-cost Measures only what conversions need of AWS, and prices it`;

/**
 * Parses the command line. Returns undefined for --help.
 *
 * @throws Error if an option is invalid
 */
export const readOptions = (args: readonly string[]): Options | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '4' },
      clients: { type: 'string', default: '1,8,32' },
      'only-cost': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const seconds = Number(values.seconds);
  if (!(seconds >= 0.5 && seconds <= 30)) throw new Error('--seconds must be a number from 0.5 to 30');
  const clients = values.clients.split(',').map(Number);
  if (!clients.every((count) => Number.isInteger(count) && count >= 1 && count <= maxClients)) {
    throw new Error(`--clients must be a comma-separated list of numbers from 1 to ${maxClients}`);
  }
  return { seconds, clients, onlyCost: values['only-cost'] };
};
