import type { ImageTarget } from '../../document/image-store.ts';

const tableTargets: readonly string[] = ['csv', 'tsv', 'json', 'xlsx', 'ods'];
const dataExtracts: readonly string[] = ['tables', 'metadata'];

/** Whether a target shows what is drawn over cells: documents do, values do not. */
export const showsDrawings = (target: ImageTarget | undefined): boolean =>
  target === undefined || !(target.operation === 'extract' ? dataExtracts : tableTargets).includes(target.to);
