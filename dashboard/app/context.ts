import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../api/client.ts';
import type { DashboardConfig } from '../api/types.ts';

/** What every section of a signed-in user's dashboard has at hand. */
export type Dashboard = {
  readonly client: Client;
  readonly config: DashboardConfig;
  /** What was loaded before, by its path, so that a section that was seen is there at once. */
  readonly cache: Map<string, unknown>;
  /** Tells a screen reader of a change. */
  readonly announce: (message: string) => void;
};

/** Carries the dashboard down to the sections. */
export const DashboardContext = createContext<Dashboard | undefined>(undefined);

/** The dashboard; only below its provider. */
export const useDashboard = (): Dashboard => {
  const dashboard = useContext(DashboardContext);
  if (dashboard === undefined) throw new Error('No dashboard above');
  return dashboard;
};
