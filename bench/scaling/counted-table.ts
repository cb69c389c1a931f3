import type { Table } from '../../lib/aws/table.ts';
import { startTestTable } from '../../test/support/table.ts';

/** A table in memory that counts the write units of each second of a simulated clock, as DynamoDB charges them. */
export type CountedTable = {
  readonly table: Table;
  /** Units of the whole table by second. */
  readonly units: ReadonlyMap<number, number>;
  /** Forgets the units so far. */
  forget(): void;
  close(): Promise<void>;
};

type Capacity = { readonly CapacityUnits?: number };

/** Starts the stack's table. `second` is the current second of the simulation. */
export const startCountedTable = async (second: () => number): Promise<CountedTable> => {
  const { table, close } = await startTestTable();
  const units = new Map<number, number>();
  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      if (!/^(Put|Update|Delete|TransactWrite)/.test(String(context.commandName))) return next(args);
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
      const used = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      units.set(second(), (units.get(second()) ?? 0) + used);
      return result;
    },
    { step: 'initialize', name: 'countUnits' },
  );
  return { table, units, forget: () => units.clear(), close };
};
