import type { FileHandle } from 'node:fs/promises';
import type { Access } from '../../access/access.ts';
import type { Authenticated } from './authenticate.ts';
import type { CorsRules } from './cors.ts';
import type { S3Request } from './request.ts';
import type { ObjectStore } from './store.ts';

/** What an operation may use. */
export type Context = {
  readonly store: ObjectStore;
  readonly cors: CorsRules;
  readonly access: Access;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly maxObjectBytes: number;
};

/** A request whose signature held, to a bucket that may not exist yet. */
export type Call = {
  readonly context: Context;
  readonly request: S3Request;
  readonly authenticated: Authenticated;
  readonly bucket: string;
  /** Empty for a bucket's own operations. */
  readonly key: string;
};

/** What goes back; `file` is closed by whoever sends it. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly xml?: string;
  readonly file?: { readonly handle: FileHandle; readonly first: number; readonly last: number };
};

/** One operation of S3. */
export type Operation = (call: Call) => Promise<Answer>;
