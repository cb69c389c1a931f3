import type { ImageTarget } from '../../document/image-store.ts';
import { showsPages } from '../../document/page-layout.ts';
import type { WorkbookResult } from '../../engine/roles.ts';
import { applyHidden } from '../../workbook/hidden-parts.ts';

/** Applies the option `hidden` to what a reader found. Printed sheets leave out hidden parts in any case. */
export function withHidden(
  result: WorkbookResult,
  mode: 'keep' | 'omit',
  target: ImageTarget | undefined,
): WorkbookResult {
  if (showsPages(target)) return result;
  const { workbook, warnings } = applyHidden(result.workbook, mode);
  return { ...result, workbook, warnings: [...(result.warnings ?? []), ...warnings] };
}
