import { serviceRoutes } from './routes/service.ts';

/** The version of the contract, which is part of its paths. */
export const contractVersion = '1';

/**
 * The body of `GET /`: where to look.
 *
 * @param api base URL of the API, without a slash at the end
 * @param pages URLs for people; `dashboard` is undefined if the deployment has none
 */
export const indexDocument = (
  api: string,
  { docs, dashboard }: { readonly docs: string; readonly dashboard: string | undefined },
) => {
  const { getFormats, getOpenApi, health } = serviceRoutes;
  return {
    name: 'DocForge',
    version: contractVersion,
    docs,
    openapi: `${api}${getOpenApi.path}`,
    ...(dashboard === undefined ? {} : { dashboard }),
    health: `${api}${health.path}`,
    formats: `${api}${getFormats.path}`,
  } as const;
};
