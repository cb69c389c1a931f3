import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

/**
 * Returns true for errors that a retry repeats: an item that has another form than the code reads, and a request that DynamoDB
 * refuses as invalid, such as one that makes an item larger than 400 KB.
 */
export const isPermanent = (error: unknown): boolean =>
  error instanceof z.ZodError ||
  (error instanceof Error && error.name === 'ValidationException') ||
  (error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code }) => Code === 'ValidationError'));
