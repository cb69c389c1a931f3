import { serviceRoutes } from './routes/service.ts';

/** The version of the contract, which is part of its paths. */
export const contractVersion = '1';

/**
 * The body of `GET /`: where to look.
 *
 * @param api base URL of the API, without a slash at the end
 * @param site origin of the dashboard and the documentation
 */
export const indexDocument = (api: string, site: string) => {
  const { getFormats, getOpenApi, health } = serviceRoutes;
  return {
    name: 'DocForge',
    version: contractVersion,
    docs: `${site}/docs/`,
    openapi: `${api}${getOpenApi.path}`,
    dashboard: `${site}/dashboard/`,
    health: `${api}${health.path}`,
    formats: `${api}${getFormats.path}`,
  } as const;
};
