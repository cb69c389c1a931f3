import { join } from 'node:path';
import { readEnvironment } from '../../lib/env.ts';
import { serveDashboard } from '../../lib/http/serve-dashboard.ts';

/** The dashboard's files, which the deployment puts next to the bundle. */
export const handler = serveDashboard(
  join(import.meta.dirname, 'dashboard'),
  readEnvironment('dashboardPolicy'),
);
