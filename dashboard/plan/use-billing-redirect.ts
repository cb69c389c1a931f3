import { useState } from 'preact/hooks';
import type { Client } from '../api/client.ts';
import type { BillingRedirect } from '../api/types.ts';

/** Redirects the browser to the payment pages. */
export const useBillingRedirect = (client: Client) => {
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const leaveFor = async (path: string, json?: unknown): Promise<void> => {
    setLeaving(true);
    setProblem(undefined);
    try {
      const { url } = await client.call<BillingRedirect>(path, {
        access: 'user',
        method: 'POST',
        ...(json === undefined ? {} : { json }),
      });
      location.assign(url);
    } catch (cause) {
      setProblem(cause);
      setLeaving(false);
    }
  };
  return { isLeaving, problem, leaveFor };
};
