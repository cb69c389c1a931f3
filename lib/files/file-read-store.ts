import type { StoredFile } from './file.ts';

/** A page of files, newest first, and whether there are older ones. */
type FilePage = {
  readonly files: readonly StoredFile[];
  readonly hasMore: boolean;
  /** The last file that was read, from which the next page continues; undefined if there was none. */
  readonly lastId: string | undefined;
};

/** The database operations of reading and deleting an account's files. */
export type FileReadStore = {
  /** Returns undefined if the account has no file with this id. */
  get(accountId: string, fileId: string): Promise<StoredFile | undefined>;
  /** Lists at most `limit` files that have not expired at `now` and are older than the file `before`. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly before: string | undefined; readonly now: number },
  ): Promise<FilePage>;
  /** Deletes the record of a file. */
  remove(accountId: string, fileId: string): Promise<void>;
};
