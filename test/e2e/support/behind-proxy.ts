/** A stack, of which the proxy needs the address of its gateway. */
type Proxied = { readonly endpoints: { readonly gateway: string } };

const request = async (method: string, body?: object): Promise<{ url: string }> => {
  const response = await fetch(process.env.DOCFORGE_PROXIES ?? '', {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { url: string };
};

/**
 * Starts a stack, behind a proxy if there are any, as in `npm run test:prism`.
 *
 * @param start starts the stack, with the URL of the proxy as its public one
 */
export const behindProxy = async <Stack>(
  start: (publicUrl: string | undefined) => Promise<Stack>,
  describe: (stack: Stack) => Proxied,
): Promise<Stack> => {
  if (process.env.DOCFORGE_PROXIES === undefined) return start(undefined);
  const { url } = await request('POST');
  const stack = await start(url);
  await request('PUT', { url, target: describe(stack).endpoints.gateway });
  return stack;
};
