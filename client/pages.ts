import type { JobPage } from './types.ts';

type Page<Item> = Omit<JobPage, 'data'> & { data: Item[] };

/** Yields the items of a list, page after page. `read` requests the page with some query. */
export async function* itemsOf<Item>(
  query: Readonly<Record<string, string | undefined>>,
  read: (query: string) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const parameters = new URLSearchParams({ limit: '100' });
    for (const [name, value] of Object.entries({ ...query, cursor }))
      if (value !== undefined) parameters.set(name, value);
    const page = await read(parameters.toString());
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
