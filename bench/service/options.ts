import { parseArgs } from 'node:util';

/** What a run is asked for. */
export type Options = {
  /** Of each measurement under load. */
  readonly seconds: number;
  /** Clients at once, a measurement for each; the first also carries the phases of a conversion. */
  readonly clients: readonly number[];
};

/** The plan of the measured account allows 50 active jobs; a closed loop has one for a client. */
const maxClients = 50;

/** How to call it. */
export const help = `npm run bench:service -- [--seconds N] [--clients 1,8,32]

  --seconds   of each measurement under load, 0.5 to 30; 4 where it is left out
  --clients   clients at once, 1 to ${maxClients}, a measurement for each; 1,8,32 where it is left out`;

/**
 * Reads the command line; undefined where it asks for help.
 *
 * @throws Error that says which option is wrong
 */
export const readOptions = (args: readonly string[]): Options | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '4' },
      clients: { type: 'string', default: '1,8,32' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const seconds = Number(values.seconds);
  if (!(seconds >= 0.5 && seconds <= 30)) throw new Error('--seconds: a number from 0.5 to 30');
  const clients = values.clients.split(',').map(Number);
  if (!clients.every((count) => Number.isInteger(count) && count >= 1 && count <= maxClients)) {
    throw new Error(`--clients: numbers from 1 to ${maxClients} with commas between them`);
  }
  return { seconds, clients };
};
