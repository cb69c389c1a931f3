import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../api/client.ts';
import type { DashboardConfig } from '../api/types.ts';

/** The state that all sections share. */
export type Dashboard = {
  readonly client: Client;
  readonly config: DashboardConfig;
  /** Responses by path, so that a section opens at once the second time. */
  readonly cache: Map<string, unknown>;
  /** Announces a change to screen readers. */
  readonly announce: (message: string) => void;
};

/** The context of the dashboard. */
export const DashboardContext = createContext<Dashboard | undefined>(undefined);

/** Returns the dashboard. Requires its provider. */
export const useDashboard = (): Dashboard => {
  const dashboard = useContext(DashboardContext);
  if (dashboard === undefined) throw new Error('useDashboard needs a provider');
  return dashboard;
};
