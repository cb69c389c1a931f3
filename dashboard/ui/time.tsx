import { useEffect, useState } from 'preact/hooks';
import { formatRelative, formatTimeWithZone } from '../text/format.ts';

/** The time now, renewed as often as `everyMs`; stands still where that is null. */
export const useNow = (everyMs: number | null): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

/** A time as its distance from now, the exact one in the reader's zone on hover. */
export const RelativeTime = ({ iso }: { iso: string }) => {
  const now = useNow(30_000);
  return (
    <time dateTime={iso} title={formatTimeWithZone(iso)}>
      {formatRelative(iso, Math.max(now, Date.now()))}
    </time>
  );
};
