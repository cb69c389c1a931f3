import type { Usage } from '../api/types.ts';
import { Notice } from '../ui/notice.tsx';
import { limitsOf, overLimitWords } from './plan-words.ts';

/** Says what is in use beyond the plan, as after a downgrade. */
export const OverLimitNotice = ({ usage }: { usage: Usage }) => {
  const words = overLimitWords(usage, limitsOf(usage));
  if (words.length === 0) return null;
  return (
    <Notice kind="warning">
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
};
