import { openApiDocument } from '../api/openapi.ts';
import { readEnvironment, readEnvironmentNumber } from '../env.ts';
import { listedNames } from '../jobs/listed-names.ts';
import { type GatewayEvent, publicUrl } from './api-event.ts';

/** Reads the settings of the deployment, and returns its OpenAPI document for the address that a request was sent to. */
export const openApiDescription = () => {
  const uploadLimitBytes = readEnvironmentNumber('uploadLimitBytes');
  const dashboardUrl = readEnvironment('dashboardUrl');
  return (event: GatewayEvent) =>
    openApiDocument(publicUrl(event, dashboardUrl), uploadLimitBytes, listedNames);
};
