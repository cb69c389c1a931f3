import { receiveInMemory } from '../../lib/http/multipart.ts';
import { uploadEndpoint } from '../../lib/upload-service/upload-endpoint.ts';

/** `POST /upload` */
export const handler = uploadEndpoint({ within: (use) => use(receiveInMemory) });
