import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

const reads = [GetCommand, QueryCommand, BatchGetCommand];

/** The table without its writes, so that a dry run cannot change anything. */
export const readOnly = ({ name, client }: Table): Table => ({
  name,
  client: new Proxy(client, {
    get: (target, member) =>
      member === 'send'
        ? (command: unknown, ...rest: unknown[]) => {
            if (!reads.some((read) => command instanceof read)) throw new Error('A dry run must not write');
            return Reflect.apply(target.send, target, [command, ...rest]);
          }
        : Reflect.get(target, member),
  }),
});
