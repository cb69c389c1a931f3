import { useEffect, useState } from 'preact/hooks';
import { formatRelative, formatTimeWithZone } from '../text/format.ts';

/** Returns the current time, updated every `everyMs`. Does not update if that is null. */
export const useNow = (everyMs: number | null): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

/** A relative time. Hovering shows the exact time in the user's time zone. */
export const RelativeTime = ({ iso }: { iso: string }) => {
  const now = useNow(30_000);
  return (
    <time dateTime={iso} title={formatTimeWithZone(iso)}>
      {formatRelative(iso, Math.max(now, Date.now()))}
    </time>
  );
};
