import { queueEnvironment } from '../../functions/environment-groups.ts';
import type { RouteTable } from '../route.ts';
import * as schemas from '../schemas.ts';

/** The service itself: formats, usage, health, description. */
export const serviceRoutes = {
  getFormats: {
    function: 'get-formats',
    environment: queueEnvironment,
    grants: [],
    method: 'GET',
    path: '/formats',
    summary: 'List the supported conversions and extractions',
    description:
      'Every pair of source and target format, and every extract format, with its engines and options.',
    query: schemas.formatsQuery,
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    success: { status: 200, description: 'The formats', schema: schemas.formats },
    errors: ['invalid_request'],
  },
  getUsage: {
    function: 'get-usage',
    environment: ['uploadLimitBytes'],
    grants: [],
    method: 'GET',
    path: '/usage',
    summary: 'Read the usage of the account',
    description:
      'Operations of this month, active jobs and API keys, each with its limit, and the largest files that are accepted.',
    access: 'token',
    rateLimit: 'default',
    countsAsOperation: false,
    success: { status: 200, description: 'The usage', schema: schemas.usage },
    errors: [],
  },
  health: {
    function: 'health',
    environment: [],
    grants: [],
    method: 'GET',
    path: '/health',
    summary: 'Check that the service is running',
    description: 'Requires no token. Not rate-limited.',
    access: 'anyone',
    rateLimit: null,
    countsAsOperation: false,
    success: { status: 200, description: 'The service is running', schema: schemas.health },
    errors: [],
  },
  getOpenApi: {
    function: 'get-openapi',
    environment: ['uploadLimitBytes'],
    grants: [],
    method: 'GET',
    path: '/openapi.json',
    summary: 'Read this description',
    description: 'The OpenAPI 3.1 document of this deployment. Requires no token.',
    access: 'anyone',
    rateLimit: 'default',
    countsAsOperation: false,
    success: { status: 200, description: 'An OpenAPI 3.1 document', schema: schemas.openApiDocument },
    errors: [],
  },
} as const satisfies RouteTable;
