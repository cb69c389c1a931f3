const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Escapes text for XML content. Control characters become references, as in S3's listings. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\p{Cc}]/gu, (char) => {
    const name = Object.keys(entities).find((entity) => entities[entity] === char);
    return name === undefined ? `&#x${char.charCodeAt(0).toString(16).toUpperCase()};` : `&${name};`;
  });
}

/** Returns the content of all text-only elements of this name, in order, without decoding references. */
export function xmlTexts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, content = '']) => content);
}
