import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import { originSecretHeader, viewerAddressHeader } from '../api/origin-headers.ts';
import { type ApiEvent, header } from './api-event.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Marks a request that passed CloudFront, and sets its `sourceIp` to the client's address, as CloudFront states it. Behind
 * CloudFront, `sourceIp` is otherwise an address that many clients share.
 *
 * @param originSecret the secret that CloudFront sends; undefined if this deployment has none
 */
export const identifyClient = (originSecret: string | undefined): MiddlewareObj<ApiEvent> => ({
  before: ({ event }) => {
    const given = header(event, originSecretHeader);
    const address = header(event, viewerAddressHeader);
    if (originSecret === undefined || given === undefined || address === undefined) return;
    if (!timingSafeEqual(digest(given), digest(originSecret))) return;
    event.passedFront = true;
    event.requestContext.identity.sourceIp = address;
  },
});
