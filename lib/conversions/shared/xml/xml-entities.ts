import { nameTable } from '../../base/name-table.ts';

/** The predefined XML entities (XML 1.0, 4.6). */
export const xmlEntities = nameTable({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" });
