import { nameTable } from '../../base/name-table.ts';

/** The entities that XML declares itself (XML 1.0, 4.6). */
export const xmlEntities = nameTable({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" });
