import type { Refuse } from '../api-errors.ts';
import type { Page } from '../files/file-read-store.ts';
import { type IdKind, isId } from '../ids.ts';

/** The cursor of the page after an item of a list; opaque to clients. */
const toCursor = (id: string): string => Buffer.from(id).toString('base64url');

/**
 * The id in the cursor of a list of one kind.
 *
 * @throws ApiError `invalid_request` if it is not a cursor of such a list
 */
export const fromCursor = (kind: IdKind, cursor: string, refuse: Refuse<'invalid_request'>): string => {
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  if (isId(kind, id) && toCursor(id) === cursor) return id;
  return refuse(
    'invalid_request',
    'not a cursor of this list. Pass next_cursor from the previous page unchanged.',
    { field: 'cursor' },
  );
};

/** A page of a list in a response. */
export const pageView = async <Item, View>(
  { items, lastId }: Page<Item>,
  view: (item: Item) => Promise<View>,
): Promise<{ data: View[]; has_more: boolean; next_cursor: string | null }> => ({
  data: await Promise.all(items.map(view)),
  has_more: lastId !== undefined,
  next_cursor: lastId === undefined ? null : toCursor(lastId),
});
