import { expect, it } from 'vitest';
import { createViewerRequest, withHeaders } from '../../../local/gateway/viewer-request.ts';

const request = {
  method: 'GET',
  uri: '/site',
  rawHeaders: ['Host', 'example.com', 'X-Viewer', 'a guess', 'Accept', 'a', 'accept', 'b'],
  ip: '192.0.2.7',
};

it('returns the request unchanged without a function', () => {
  const { uri, rawHeaders } = request;

  expect(createViewerRequest(undefined)(request)).toEqual({ uri, rawHeaders });
});

it('runs the function, which may respond or change the path and the headers', () => {
  const run = createViewerRequest(`function handler(event) {
    if (event.request.uri === '/gone') return { statusCode: 404, headers: {}, body: { encoding: 'text', data: 'Gone' } };
    if (event.request.uri === '/site') return { statusCode: 302, headers: { location: { value: '/site/' } } };
    event.request.uri = '/site/index.html';
    event.request.headers['x-viewer'] = { value: event.viewer.ip };
    delete event.request.headers.host;
    return event.request;
  }`);

  expect(run(request)).toEqual({ statusCode: 302, headers: { location: '/site/' }, body: '' });
  expect(run({ ...request, uri: '/gone' })).toEqual({ statusCode: 404, headers: {}, body: 'Gone' });
  expect(run({ ...request, uri: '/site/anything' })).toEqual({
    uri: '/site/index.html',
    rawHeaders: ['X-Viewer', '192.0.2.7', 'accept', 'a', 'accept', 'b'],
  });
});

it('stops a function that exceeds its time limit', () => {
  const run = createViewerRequest('function handler() { for (;;); }');

  expect(() => run(request)).toThrow('timed out');
});

it('replaces headers of the same name', () => {
  expect(withHeaders(['X-Secret', 'a', 'Accept', 'b', 'x-secret', 'c'], { 'X-SECRET': 'd' })).toEqual([
    'Accept',
    'b',
    'X-SECRET',
    'd',
  ]);
});
