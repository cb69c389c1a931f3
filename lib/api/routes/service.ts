import { byToken, type RouteRows, routeGroup } from '../route.ts';
import * as schemas from '../service-schemas.ts';

/** The service itself: formats, usage, health, description. */
export const serviceRoutes = routeGroup({
  getIndex: {
    environment: ['apiUrl', 'dashboardUrl', 'docsUrl'],
    method: 'GET',
    path: '/',
    summary: 'Find your way around the service',
    description:
      'The addresses of the documentation, this description and the dashboard. Requires no token. Browsers receive the first page of the site.',
    access: 'anyone',
    rateLimit: 'default',
    success: { status: 200, description: 'The addresses', schema: schemas.serviceIndex },
    errors: [],
  },
  getFormats: {
    ...byToken,
    method: 'GET',
    path: '/formats',
    summary: 'List the supported conversions and extractions',
    description:
      'Returns every format with its names and media types, and every conversion and extraction with its engines and options. With options=reference, each schema of options is listed once.',
    query: schemas.formatsQuery,
    success: { status: 200, description: 'The formats', schema: schemas.formats },
    errors: [],
  },
  getUsage: {
    ...byToken,
    environment: ['uploadLimitBytes'],
    method: 'GET',
    path: '/usage',
    summary: 'Read the usage of the account',
    description:
      'Returns the operations of this month, active jobs and API keys, each with its limit, and the largest file sizes.',
    success: { status: 200, description: 'The usage', schema: schemas.usage },
    errors: [],
  },
  health: {
    method: 'GET',
    path: '/health',
    summary: 'Check that the service is running',
    description: 'Checks the API, the functions and the table. Requires no token.',
    access: 'anyone',
    rateLimit: 'default',
    success: { status: 200, description: 'The service is running', schema: schemas.health },
    errors: [],
  },
  getOpenApi: {
    environment: ['uploadLimitBytes', 'dashboardUrl'],
    method: 'GET',
    path: '/openapi.json',
    summary: 'Read this description',
    description: 'The OpenAPI 3.1 document of this deployment. Requires no token.',
    access: 'anyone',
    rateLimit: 'default',
    success: { status: 200, description: 'An OpenAPI 3.1 document', schema: schemas.openApiDocument },
    errors: [],
  },
  getDocs: {
    environment: ['docsUrl'],
    method: 'GET',
    path: '/docs',
    summary: 'Open the documentation',
    description:
      'Redirects to the documentation, or to the OpenAPI document of a deployment without it. Requires no token.',
    access: 'anyone',
    rateLimit: 'default',
    success: {
      status: 302,
      description: 'The documentation is at Location',
      headers: { Location: 'URL of the documentation' },
    },
    errors: [],
  },
  getDocumentSchema: {
    method: 'GET',
    path: '/schemas/document-1.json',
    summary: 'Read the schema of documents',
    description: 'The JSON Schema of the extract format document. Requires no token.',
    access: 'anyone',
    rateLimit: 'default',
    success: { status: 200, description: 'A JSON Schema', schema: schemas.schemaDocument },
    errors: [],
  },
} as const satisfies RouteRows);
