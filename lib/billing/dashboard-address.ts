/** How a user returns to the dashboard: after a payment, without one, or from the customer portal. */
type Return = 'paid' | 'cancelled' | 'returned';

/**
 * The URL of the dashboard to which Stripe redirects: the base URL with `billing=` in its query.
 *
 * A query works with every web server and router. The dashboard removes it from the address bar.
 */
export const dashboardAddress = (dashboardUrl: string, how: Return): string => {
  const address = new URL(dashboardUrl);
  address.searchParams.set('billing', how);
  return address.href;
};
