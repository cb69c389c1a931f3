import { Notice } from '../ui/notice.tsx';
import { supportLink } from './support-link.ts';

/** Whom to ask for another plan where the operator takes no payments. */
export const WhomToAsk = ({ support }: { support: string | null }) => {
  const link = support === null ? undefined : supportLink(support);
  return (
    <Notice>
      <p>
        <strong>To change your plan, ask the operator of this service</strong>
        {support === null ? '.' : ': '}
        {support === null ? null : link === undefined ? support : <a href={link}>{support}</a>} A change
        counts with the next call. A change to a smaller plan deletes nothing: what is in use stays, and
        nothing new is accepted beyond the new limits.
      </p>
    </Notice>
  );
};
