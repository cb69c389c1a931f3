/** How a user comes back to the dashboard: with a payment made, with none, or from the customer portal. */
export type Return = 'paid' | 'cancelled' | 'returned';

/**
 * The address of the dashboard that Stripe leads back to: the base address with `billing=`.
 *
 * A query of the base address works with every kind of web server and router; the dashboard takes it away again.
 */
export const dashboardAddress = (dashboardUrl: string, how: Return): string => {
  const address = new URL(dashboardUrl);
  address.searchParams.set('billing', how);
  return address.href;
};
