import { items, objects } from '../../grants.ts';
import * as schemas from '../file-schemas.ts';
import { byToken, json, type RouteRows, replayed, routeGroup, uploadMemoryMegabytes } from '../route.ts';

/** Uploads. */
export const fileRoutes = routeGroup({
  upload: {
    ...byToken,
    environment: ['bucketName', 'retentionSeconds'],
    grants: [
      items('UpdateItem', 'account', 'usage'),
      items('GetItem', 'files'),
      items('PutItem', 'files', 'idempotency'),
      items('UpdateItem', 'files', 'idempotency'),
      items('DeleteItem', 'files', 'idempotency'),
      objects('PutObject', 'files'),
      objects('GetObject', 'files'),
    ],
    memoryMegabytes: uploadMemoryMegabytes,
    method: 'POST',
    path: '/upload',
    summary: 'Upload a file',
    description:
      'Send one multipart part named "file". The file type is detected from the content. For text formats such as CSV and Markdown, the file name decides, then the Content-Type of the part.',
    countsAsOperation: true,
    body: { 'multipart/form-data': schemas.uploadForm },
    success: {
      status: 201,
      description: 'The file is stored',
      schema: schemas.uploadedFile,
      headers: { Location: 'Path of the file', ...replayed },
    },
    errors: [
      'missing_file',
      'empty_file',
      'multiple_files',
      'invalid_multipart',
      'file_too_large',
      'unsupported_file_type',
      'unsupported_media_type',
      'request_timeout',
      'idempotency_in_flight',
      'idempotency_mismatch',
      'file_not_found',
    ],
  },
  createUpload: {
    ...byToken,
    environment: ['bucketName', 'retentionSeconds'],
    grants: [
      items('UpdateItem', 'account', 'usage'),
      items('PutItem', 'files', 'idempotency'),
      objects('PutObject', 'incoming'),
    ],
    method: 'POST',
    path: '/uploads',
    summary: 'Create a presigned upload',
    description:
      'Returns a presigned form. POST its fields, followed by the part "file", to its url within 15 minutes. Then use the file_id as after any other upload.',
    countsAsOperation: true,
    body: { [json]: schemas.presignedUploadBody },
    success: {
      status: 201,
      description: 'The presigned form',
      schema: schemas.presignedUpload,
      headers: replayed,
    },
    errors: ['file_too_large', 'idempotency_mismatch'],
  },
  getFile: {
    ...byToken,
    environment: ['bucketName'],
    grants: [items('GetItem', 'files'), objects('GetObject', 'files')],
    method: 'GET',
    path: '/file/{id}',
    summary: 'Read a file',
    description: 'Returns the properties of an uploaded file and a signed URL to download it.',
    success: { status: 200, description: 'The file', schema: schemas.file },
    errors: ['file_not_found', 'file_expired'],
  },
  listFiles: {
    ...byToken,
    environment: ['bucketName'],
    grants: [items('Query', 'files'), objects('GetObject', 'files')],
    method: 'GET',
    path: '/files',
    summary: 'List the files of the account',
    description: 'Lists the newest first. Expired files are not listed.',
    query: schemas.filesQuery,
    success: { status: 200, description: 'A page of files', schema: schemas.files },
    errors: [],
  },
  deleteFile: {
    ...byToken,
    environment: ['bucketName'],
    grants: [
      items('GetItem', 'files'),
      items('DeleteItem', 'files'),
      objects('DeleteObject', 'files', 'incoming'),
    ],
    method: 'DELETE',
    path: '/file/{id}',
    summary: 'Delete a file',
    description:
      'Deletes the content before the response. A job that has not read the file yet fails with `source_unreachable`.',
    success: { status: 204, description: 'The file is deleted' },
    errors: ['file_not_found'],
  },
} as const satisfies RouteRows);
