import type { StoredFile } from './file.ts';

/** A page of a list, newest first. */
export type Page<Item> = {
  readonly items: readonly Item[];
  /** The last item that was read, from which the next page continues; undefined on the last page. */
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
  ): Promise<Page<StoredFile>>;
  /** Deletes the record of a file. */
  remove(accountId: string, fileId: string): Promise<void>;
};
