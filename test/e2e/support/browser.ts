/** A response to a browser that does not follow redirects itself. */
export type Visited = {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
  /** Absolute URL of a redirect; empty if there is none. */
  readonly location: string;
};

/** A minimal HTTP browser: it keeps cookies, follows redirects as requested and sends forms. */
export type Browser = {
  visit(url: string): Promise<Visited>;
  post(url: string, fields: Readonly<Record<string, string>>): Promise<Visited>;
  /** Follows redirects within `origin`; the last response may redirect elsewhere, or to an address that starts with `end`. */
  follow(from: Visited, origin: string, end?: string): Promise<Visited>;
  /** Sends a form of a page with its hidden fields and these values. */
  submit(page: Visited, values?: Readonly<Record<string, string>>): Promise<Visited>;
};

const unescapeHtml = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&');

/** A browser with no cookies yet. */
export const openBrowser = (): Browser => {
  const cookies = new Map<string, { value: string; path: string }>();
  const call = async (url: string, body?: URLSearchParams): Promise<Visited> => {
    const { origin, pathname } = new URL(url);
    const sent = [...cookies].filter(([, { path }]) => pathname.startsWith(path));
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { origin }),
      },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/; */);
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
      if (value === '') cookies.delete(name);
      else cookies.set(name, { value, path });
    }
    const location = response.headers.get('location');
    return {
      status: response.status,
      url,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? '' : new URL(location, url).href,
    };
  };
  return {
    visit: (url) => call(url),
    post: (url, fields) => call(url, new URLSearchParams(fields)),
    follow: async (from, origin, end) => {
      const isEnd = (location: string): boolean =>
        location === '' ||
        new URL(location).origin !== origin ||
        (end !== undefined && location.startsWith(end));
      let last = from;
      while (!isEnd(last.location)) last = await call(last.location);
      return last;
    },
    submit: (page, values = {}) => {
      const form = /<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(page.text);
      if (form === null) throw new Error(`No form in ${page.text}`);
      const [, action = '', content = ''] = form;
      const fields = [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, unescapeHtml(value)],
      );
      const body = new URLSearchParams({ ...Object.fromEntries(fields), ...values });
      return call(new URL(unescapeHtml(action), page.url).href, body);
    },
  };
};
