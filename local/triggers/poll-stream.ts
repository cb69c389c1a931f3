import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../function-host/host.ts';
import type { Report } from '../function-host/log.ts';
import { matchesPattern } from '../template/event-pattern.ts';
import { isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '../template/json.ts';
import type { StreamMapping } from '../template/triggers.ts';
import { writeAtomically } from '../write-atomically.ts';
import { type StreamClient, StreamError } from './stream-client.ts';
import { buildFailure, buildStreamEvent, createdAt, failedSequences, sequenceOf } from './stream-event.ts';

/** Lambda polls each shard four times a second. */
const pollMilliseconds = 250;

/** How long the shards of a stream, and iterators in them, are used before they are read anew. */
const reopenMilliseconds = 10_000;

/** The delay before a failed poll or batch is retried. */
const retryMilliseconds = 1000;

/** The largest number of records of one read (DynamoDB API reference, "GetRecords"). */
const maxRecords = 1000;

/** The settings of a running mapping on a stream. */
type StreamOptions = {
  readonly client: StreamClient;
  readonly mapping: StreamMapping;
  /** Stores the position in the stream, so that a restart goes on from there. */
  readonly positionFile: string;
  readonly region: string;
  readonly invoke: (payload: string) => Promise<Outcome>;
  /** Sends a message to the failure destination of the mapping. */
  readonly sendFailure: (body: string) => Promise<void>;
  readonly report: Report;
  /** Receives the age of the oldest record of each batch, in ms. */
  readonly onBatch?: (ageMilliseconds: number) => void;
};

/** The sequence number of the last record of each shard that was processed. */
type Positions = Readonly<Record<string, string>>;

/** Where the next read of each shard begins; null for a shard that has ended. */
type Iterators = Readonly<Record<string, Json>>;

/**
 * Polls the stream of a table and invokes the function with each batch of records that match a filter, as Lambda's event source
 * mapping does: in the order of the stream, and again until the batch succeeds or reaches a limit of the mapping, which sends its
 * position to the failure destination.
 *
 * @returns a function that stops polling and waits for the running batch
 */
export function pollStream(options: StreamOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  const loop = async (): Promise<void> => {
    let positions = await readPositions(options.positionFile);
    let iterators: Iterators = {};
    let openUntil = 0;
    while (!signal.aborted) {
      try {
        if (Date.now() >= openUntil) {
          iterators = await openShards(options, positions, signal);
          openUntil = Date.now() + reopenMilliseconds;
        }
        let isBehind = false;
        for (const [shard, iterator] of Object.entries(iterators)) {
          const read = await readShard(options, shard, iterator, positions[shard], signal);
          iterators = { ...iterators, [shard]: read.next };
          isBehind ||= read.isFull;
          const { position } = read;
          if (position === undefined || position === positions[shard]) continue;
          positions = { ...positions, [shard]: position };
          await writePositions(options.positionFile, positions);
        }
        if (!isBehind) await pause(pollMilliseconds);
      } catch (error) {
        if (signal.aborted) return;
        openUntil = 0;
        options.report(`${options.mapping.logicalId}: cannot read ${options.mapping.streamArn}: ${error}`);
        await pause(retryMilliseconds);
      }
    }
  };
  const ended = loop();
  return async () => {
    stopping.abort();
    await ended;
  };
}

async function readPositions(file: string): Promise<Positions> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const kept: unknown = JSON.parse(text);
  return Object.fromEntries(
    Object.entries(isRecord(kept) ? kept : {}).map(([shard, position]) => [shard, textOf(position) ?? '']),
  );
}

async function writePositions(file: string, positions: Positions): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeAtomically(file, JSON.stringify(positions));
}

const streams = new WeakMap<StreamClient, string>();

/** The ARN of the table's stream. The emulator assigns another one than the template's. */
async function streamOf({ client, mapping }: StreamOptions, signal: AbortSignal): Promise<string> {
  const known = streams.get(client);
  if (known !== undefined) return known;
  const { Streams = [] } = await client('ListStreams', { TableName: mapping.tableName }, signal);
  const arn = textOf(recordOf(listOf(Streams).at(-1)).StreamArn);
  if (arn === undefined) throw new Error('the table has no stream');
  streams.set(client, arn);
  return arn;
}

/** Lists the shards of the stream and opens each after its position. */
async function openShards(
  options: StreamOptions,
  positions: Positions,
  signal: AbortSignal,
): Promise<Iterators> {
  const { client } = options;
  const StreamArn = await streamOf(options, signal);
  const { StreamDescription = {} } = await client('DescribeStream', { StreamArn }, signal);
  const shards = listOf(recordOf(StreamDescription).Shards).flatMap(
    (shard) => textOf(recordOf(shard).ShardId) ?? [],
  );
  const open = async (ShardId: string, start: JsonRecord): Promise<Json> => {
    const { ShardIterator = null } = await client(
      'GetShardIterator',
      { StreamArn, ShardId, ...start },
      signal,
    );
    return ShardIterator;
  };
  const fromStart: JsonRecord = { ShardIteratorType: 'TRIM_HORIZON' };
  const iterators: Record<string, Json> = {};
  for (const shard of shards) {
    const { [shard]: SequenceNumber } = positions;
    const start: JsonRecord =
      SequenceNumber === undefined
        ? fromStart
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber };
    iterators[shard] = await open(shard, start).catch((error: unknown) => {
      // The stack was stopped for longer than the stream keeps its records.
      if (!(error instanceof StreamError && error.code === 'TrimmedDataAccessException')) throw error;
      return open(shard, fromStart);
    });
  }
  return iterators;
}

/** Processes the next records of a shard. Returns the position after them, and whether more may be waiting. */
async function readShard(
  options: StreamOptions,
  ShardId: string,
  ShardIterator: Json,
  position: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly position: string | undefined; readonly next: Json; readonly isFull: boolean }> {
  if (ShardIterator === null) return { position, next: null, isFull: false };
  const { Records = [], NextShardIterator: next = null } = await options.client(
    'GetRecords',
    { ShardIterator, Limit: maxRecords },
    signal,
  );
  const records = listOf(Records);
  const { filters } = options.mapping;
  const wanted = records.filter(
    (record) => filters === undefined || filters.some((pattern) => matchesPattern(pattern, record)),
  );
  const failed = await runBatches(options, ShardId, wanted, signal);
  // Stopped: what precedes the first record that was not processed is done.
  const done = failed === undefined ? records.length : records.indexOf(failed);
  return {
    position: done === 0 ? position : sequenceOf(records[done - 1]),
    next,
    isFull: records.length === maxRecords,
  };
}

/** Invokes the function with the records, in batches. Returns the first record that was not processed when polling stopped. */
async function runBatches(
  options: StreamOptions,
  shardId: string,
  records: readonly Json[],
  signal: AbortSignal,
): Promise<Json | undefined> {
  const { mapping } = options;
  let size = mapping.batchSize;
  let retries = 0;
  let next = 0;
  while (next < records.length) {
    if (signal.aborted) return records[next];
    const batch = records.slice(next, next + size);
    const done = await runBatch(options, batch);
    next += done;
    if (done > 0) retries = 0;
    if (done === batch.length) {
      size = mapping.batchSize;
      continue;
    }
    const rest = batch.slice(done);
    if (mapping.bisects && rest.length > 1) size = Math.ceil(rest.length / 2);
    else if (retries >= mapping.maximumRetries || isTooOld(rest[0], mapping)) {
      await options.sendFailure(buildFailure(rest, mapping, shardId, retries + 1));
      next += rest.length;
      retries = 0;
      size = mapping.batchSize;
      continue;
    } else retries += 1;
    await sleep(retryMilliseconds, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

function isTooOld(record: Json | undefined, { maximumAgeSeconds }: StreamMapping): boolean {
  return Date.now() / 1000 - createdAt(record) > maximumAgeSeconds;
}

/** Invokes the function with one batch. Returns how many of its records, from the first, were processed. */
async function runBatch(options: StreamOptions, batch: readonly Json[]): Promise<number> {
  options.onBatch?.(Math.max(0, Date.now() - createdAt(batch[0]) * 1000));
  const outcome = await options.invoke(buildStreamEvent(batch, options.mapping.streamArn, options.region));
  if (!outcome.ok) return 0;
  if (!options.mapping.reportsItemFailures) return batch.length;
  const failed = failedSequences(outcome.payload);
  if (failed === undefined) return 0;
  // Lambda retries everything from the lowest failed sequence number on.
  const first = batch.findIndex((record) => failed.has(sequenceOf(record) ?? ''));
  if (first >= 0) return first;
  return failed.size === 0 ? batch.length : 0;
}
