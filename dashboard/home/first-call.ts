/**
 * Returns commands that convert a small document with an API key. They need only curl and sed.
 *
 * @param url base URL of the API
 * @param key undefined if it is no longer shown: the reader inserts a saved one
 */
export const firstCall = (url: string, key: string | undefined): string => `URL=${url}
KEY=${key ?? 'df_live_...'}

TOKEN=$(curl -s $URL/authorize -d grant_type=client_credentials -d client_secret=$KEY |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
printf '# Hello\\n\\n| Item | Price |\\n| --- | ---: |\\n| Tea | 3.20 |\\n' > hello.md

curl -sS --fail-with-body -L $URL/convert -H "Authorization: Bearer $TOKEN" \\
  -H 'Prefer: wait=25' -H 'Accept: application/octet-stream' \\
  -F file=@hello.md -F to=pdf -o hello.pdf
`;
