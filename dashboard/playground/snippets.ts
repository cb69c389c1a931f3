/** The current request of the playground. */
export type SnippetCall = {
  /** The base URL of the API, without a trailing slash. */
  readonly url: string;
  readonly filename: string;
  /** Whether the file is too large for POST /upload on a deployed service. */
  readonly isLarge: boolean;
  readonly operation: 'convert' | 'extract';
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** The languages, in the order of their tabs. */
export const languages = ['curl', 'TypeScript', 'Python'] as const;

/** A language of the code snippets. */
type Language = (typeof languages)[number];

/** Quotes a shell word with single quotes. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Formats a path for curl -F, in double quotes if it contains characters of its syntax. */
const curlFile = (path: string): string =>
  /[;,"\\]/.test(path) ? `file=@"${path.replace(/["\\]/g, (char) => `\\${char}`)}"` : `file=@${path}`;

const bodyOf = ({ operation, target, options }: SnippetCall): Record<string, unknown> => ({
  ...(operation === 'convert' ? { to: target } : { format: target }),
  ...(Object.keys(options).length === 0 ? {} : { options }),
});

const curl = (call: SnippetCall): string => {
  // The body is in single quotes, except for the file id.
  const rest = JSON.stringify(bodyOf(call)).slice(1).replaceAll("'", "'\\''");
  const file = shellQuote(curlFile(call.filename));
  const upload = call.isLarge
    ? `# Over 4 MB: create a presigned upload, then send the file directly to storage.
FILE=${shellQuote(call.filename)}
UPLOAD=$(jq -n --arg name "$FILE" --argjson size $(wc -c < "$FILE") \\
    '{filename: $name, size_bytes: $size}' |
  curl -s "$URL/uploads" -H "$AUTH" -H "$JSON" -d @-)
mapfile -t FIELDS < <(jq -r '.upload.fields |
  to_entries[] | "-F", "\\(.key)=\\(.value)"' <<< "$UPLOAD")
curl -s "$(jq -r .upload.url <<< "$UPLOAD")" "\${FIELDS[@]}" \\
  -F ${file}
FILE_ID=$(jq -r .file_id <<< "$UPLOAD")`
    : `FILE_ID=$(curl -s "$URL/upload" -H "$AUTH" \\
  -F ${file} | jq -r .file_id)`;
  return `URL=${call.url}
JSON='Content-Type: application/json'
TOKEN=$(curl -s "$URL/authorize" \\
  -d grant_type=client_credentials \\
  --data-urlencode "client_secret=$DOCFORGE_API_KEY" |
  jq -r .access_token)
AUTH="Authorization: Bearer $TOKEN"

${upload}

JOB_ID=$(curl -s "$URL/${call.operation}" -H "$AUTH" -H "$JSON" \\
  -d '{"file_id":"'$FILE_ID'",${rest}' |
  jq -r .job_id)

until curl -s "$URL/job/$JOB_ID?wait=25" -H "$AUTH" |
  jq -e '.status | IN("queued", "processing") | not' \\
    > /dev/null
do :; done

# Stores the result under the name that the service gives it.
curl -sS --fail-with-body -LOJ \\
  "$URL/job/$JOB_ID/result" -H "$AUTH"
`;
};

const scriptQuote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const scriptValue = (value: unknown): string => {
  if (typeof value === 'string') return scriptQuote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${scriptValue(member)}`);
  return `{ ${members.join(', ')} }`;
};

const typeScript = (call: SnippetCall): string => {
  const members = Object.entries(bodyOf(call)).map(([name, value]) => `${name}: ${scriptValue(value)}`);
  const upload = call.isLarge
    ? `// Over 4 MB: create a presigned upload, then send the file directly to storage.
const file = await openAsBlob(${scriptQuote(call.filename)});
const { file_id, upload } = await post('/uploads', { filename: ${scriptQuote(call.filename)}, size_bytes: file.size });
const form = new FormData();
for (const [name, value] of Object.entries<string>(upload.fields)) form.append(name, value);
form.append('file', file);
await check(await fetch(upload.url, { method: 'POST', body: form }));`
    : `const form = new FormData();
form.append('file', await openAsBlob(${scriptQuote(call.filename)}), ${scriptQuote(call.filename)});
const upload = await fetch(\`\${url}/upload\`, { method: 'POST', headers, body: form });
const { file_id } = await (await check(upload)).json();`;
  return `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const url = ${scriptQuote(call.url)};
const headers: Record<string, string> = {};
const check = async (response: Response) => {
  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
  return response;
};
const post = async (path: string, body: object) => {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await check(response)).json();
};

const { access_token } = await post('/authorize', { api_key: process.env.DOCFORGE_API_KEY });
headers.Authorization = \`Bearer \${access_token}\`;

${upload}

let job = await post('/${call.operation}', { ${['file_id', ...members].join(', ')} });
while (['queued', 'processing'].includes(job.status)) {
  job = await (await check(await fetch(\`\${url}/job/\${job.job_id}?wait=25\`, { headers }))).json();
}
if (job.status !== 'complete') throw new Error(job.error?.message ?? job.status);

const result = await check(await fetch(job.output_url));
await writeFile(job.output.filename, Buffer.from(await result.arrayBuffer()));
`;
};

const pythonValue = (value: unknown): string => {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member)}`,
  );
  return `{${members.join(', ')}}`;
};

const python = (call: SnippetCall): string => {
  const members = Object.entries(bodyOf(call)).map(
    ([name, value]) => `${JSON.stringify(name)}: ${pythonValue(value)}`,
  );
  const name = JSON.stringify(call.filename);
  const upload = call.isLarge
    ? `# Over 4 MB: create a presigned upload, then send the file directly to storage.
name = ${name}
created = post("/uploads", json={"filename": name, "size_bytes": os.path.getsize(name)})
with open(name, "rb") as file:
    upload = created["upload"]
    requests.post(upload["url"], data=upload["fields"], files={"file": file}).raise_for_status()
file_id = created["file_id"]`
    : `with open(${name}, "rb") as file:
    file_id = post("/upload", files={"file": file})["file_id"]`;
  return `import os
import requests

url = ${JSON.stringify(call.url)}
api = requests.Session()


def check(response):
    if not response.ok:
        raise SystemExit(f"{response.status_code} {response.text}")
    return response.json()


def post(path, **body):
    return check(api.post(url + path, **body))


token = post("/authorize", json={"api_key": os.environ["DOCFORGE_API_KEY"]})["access_token"]
api.headers["Authorization"] = f"Bearer {token}"

${upload}

job = post("/${call.operation}", json={${['"file_id": file_id', ...members].join(', ')}})
while job["status"] in ("queued", "processing"):
    job = check(api.get(f"{url}/job/{job['job_id']}", params={"wait": 25}))
if job["status"] != "complete":
    raise SystemExit(job["error"] and job["error"]["message"] or job["status"])

with open(job["output"]["filename"], "wb") as file:
    file.write(requests.get(job["output_url"]).content)
`;
};

/** Returns the request as code that runs unchanged. It reads the key from DOCFORGE_API_KEY. */
export const snippetOf = (language: Language, call: SnippetCall): string =>
  ({ curl, TypeScript: typeScript, Python: python })[language](call);
