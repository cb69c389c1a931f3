import { parseIsoTime } from '../base/iso-time.ts';
import type { CellValue, NumberFormat } from './workbook.ts';

const DATE_TIME: NumberFormat = { code: 'yyyy-mm-dd hh:mm:ss', kind: 'date_time' };
const DATE = /^(?:19|[2-9]\d)\d\d-[01]\d-[0-3]\d(?:[ T][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?)?$/;

/** A value and its number format; undefined is General. */
interface InferredValue {
  readonly value: CellValue;
  readonly format?: NumberFormat | undefined;
}

function inferDate(text: string): InferredValue {
  const date = DATE.test(text) ? parseIsoTime(text) : undefined;
  if (date === undefined) return { value: text };
  return { value: date, format: text.length === 10 ? undefined : DATE_TIME };
}

/** Infers an ISO 8601 date without a time zone, `true` or `false`; otherwise the value is the text. */
export function inferValue(text: string): InferredValue {
  if (text.charCodeAt(4) === 0x2d) return inferDate(text);
  if (text === 'true' || text === 'TRUE') return { value: true };
  if (text === 'false' || text === 'FALSE') return { value: false };
  return { value: text };
}
