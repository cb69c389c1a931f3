import { Notice } from '../ui/notice.tsx';
import { supportLink } from './plan-texts.ts';

/** The support contact for a change of plan, if the operator does not accept payments. */
export const SupportContact = ({ support }: { support: string | null }) => {
  const link = support === null ? undefined : supportLink(support);
  return (
    <Notice>
      <p>
        <strong>To change your plan, contact the operator of this service</strong>
        {support === null ? '.' : ': '}
        {support === null ? null : link === undefined ? support : <a href={link}>{support}</a>} A change
        applies from the next request. Changing to a smaller plan deletes nothing, but its limits apply to new
        keys, jobs and operations.
      </p>
    </Notice>
  );
};
