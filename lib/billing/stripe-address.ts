/** The address of Stripe's API. */
export type StripeAddress = {
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
};

/** Where Stripe's API is. */
export const stripeAddress: StripeAddress = { protocol: 'https', host: 'api.stripe.com', port: 443 };

/** Time limit of a call in ms. With its one retry, it ends before API Gateway's limit of 29 s. */
export const stripeTimeoutMs = 8000;
