import type { Lease } from '../jobs/job-store.ts';
import type { Guard } from './change.ts';
import { updateIf } from './conditional-update.ts';
import { keys, type Table } from './table.ts';

/** The condition that a worker still has its lease. */
export const leaseIsHeld = ({ owner, attempt }: Lease): Guard => ({
  when: 'job_status = :processing AND lease_owner = :owner AND attempts = :attempt',
  values: { processing: 'processing', owner, attempt },
});

/** Ends a lease, if its worker still has it. The reconciler sends the job. */
export const releaseLease = async (table: Table, lease: Lease, now: number): Promise<void> => {
  await updateIf(table, {
    key: keys.job(lease.accountId, lease.jobId),
    set: { lease_until: now, due_at: now },
    // Without an owner, a renewal still in flight cannot extend the lease.
    remove: ['lease_owner'],
    ...leaseIsHeld(lease),
  });
};
