import type { Item } from './table.ts';

/**
 * The version of the shapes of items. Increase it with a step for the kinds of items whose shape changes; docs/upgrading.md states what
 * the previous release must still be able to read.
 */
export const itemVersion = 1;

/** Adds the version to a new item. Items without it are of version 0, as are those that only counters create. */
export const withVersion = (item: Item): Item => ({ ...item, v: itemVersion });

/** Brings items of one kind from a version to the next. */
type Migrations = Readonly<Record<number, (item: Item) => Item>>;

/**
 * Brings an item to the current version. `migrations` contains the step from each version; without one the shape did not change. An
 * item of a newer version remains as it is, and readers ignore what they do not know.
 */
export const migrateItem = (item: Item, migrations: Migrations): Item => {
  let migrated = item;
  for (let version = Number(item.v ?? 0); version < itemVersion; version += 1)
    migrated = migrations[version]?.(migrated) ?? migrated;
  return migrated;
};
