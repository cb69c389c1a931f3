import type { Usage } from '../api/types.ts';
import { Notice } from '../ui/notice.tsx';
import { limitsOf, overLimitTexts } from './plan-texts.ts';

/** A notice for usage over the limits of the plan, for example after a downgrade. */
export const OverLimitNotice = ({ usage }: { usage: Usage }) => {
  const words = overLimitTexts(usage, limitsOf(usage));
  if (words.length === 0) return null;
  return (
    <Notice kind="warning">
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
};
