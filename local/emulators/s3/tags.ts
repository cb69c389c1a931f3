import { openObject } from './authorize.ts';
import type { Answer, Call } from './operation.ts';
import { receiveRequest } from './receive.ts';
import { collectBody } from './request.ts';
import { escapeXml, xmlTexts } from './xml.ts';

/** Ten tags with the longest keys and values, in XML. */
const maxXmlBytes = 65_536;

/** `GET /bucket/key?tagging`. */
export async function getTags(call: Call): Promise<Answer> {
  const { context, bucket, key } = call;
  const { handle } = await openObject(call, bucket, key);
  await handle.close();
  const tags = Object.entries(await context.store.tags(bucket, key)).map(
    ([name, value]) => `<Tag><Key>${escapeXml(name)}</Key><Value>${escapeXml(value)}</Value></Tag>`,
  );
  return { status: 200, xml: `<Tagging><TagSet>${tags.join('')}</TagSet></Tagging>` };
}

/** `PUT /bucket/key?tagging`. */
export async function putTags({ context, request, authenticated, bucket, key }: Call): Promise<Answer> {
  const xml = await collectBody(receiveRequest(request, authenticated, maxXmlBytes).body, maxXmlBytes);
  const values = xmlTexts(xml, 'Value');
  const tags = Object.fromEntries(xmlTexts(xml, 'Key').map((name, index) => [name, values[index] ?? '']));
  await context.store.setTags(bucket, key, tags);
  return { status: 200 };
}
