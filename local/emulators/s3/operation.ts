import type { FileHandle } from 'node:fs/promises';
import type { Access } from '../../access/access.ts';
import type { Authenticated } from './authenticate.ts';
import type { CorsRules } from './cors.ts';
import type { S3Request } from './request.ts';
import type { ObjectStore } from './store.ts';

/** The server's state and settings, as operations use them. */
export type Context = {
  readonly store: ObjectStore;
  readonly cors: CorsRules;
  readonly access: Access;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly maxObjectBytes: number;
  /** Called after an object was stored. */
  readonly onStored: (bucket: string, key: string) => void;
};

/** An authenticated request to a bucket, which may not exist yet. */
export type Call = {
  readonly context: Context;
  readonly request: S3Request;
  readonly authenticated: Authenticated;
  readonly bucket: string;
  /** Empty for bucket operations. */
  readonly key: string;
};

/** A response. The sender closes `file`. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly xml?: string;
  readonly file?: { readonly handle: FileHandle; readonly first: number; readonly last: number };
};

/** An S3 operation. */
export type Operation = (call: Call) => Promise<Answer>;
