/** Parts of a page that each fetch something from a host, if they may. */
const waysOf = (host: string): readonly string[] => {
  const url = (name: string): string => `http://${host}/${name}`;
  return [
    `<img src="${url('img')}" srcset="${url('srcset')} 2x">`,
    `<link rel="stylesheet" href="${url('style')}">`,
    `<style>@import url("${url('import')}"); body { background: url("${url('background')}") }</style>`,
    `<style>@font-face { font-family: x; src: url("${url('font')}") } p { font-family: x }</style><p>Text</p>`,
    `<iframe src="${url('iframe')}"></iframe>`,
    `<object data="${url('object')}"></object><embed src="${url('embed')}">`,
    `<video src="${url('video')}" poster="${url('poster')}" autoplay></video><audio src="${url('audio')}" autoplay></audio>`,
    `<script>fetch("${url('fetch')}"); new Image().src = "${url('image')}"; navigator.sendBeacon("${url('beacon')}")</script>`,
    `<script>new WebSocket("ws://${host}/socket"); new EventSource("${url('events')}")</script>`,
    `<script src="${url('script')}"></script><script type="module">import "${url('module')}"</script>`,
    `<meta http-equiv="refresh" content="0; url=${url('refresh')}">`,
    `<link rel="prefetch" href="${url('prefetch')}"><link rel="preconnect" href="http://${host}"><link rel="preload" as="image" href="${url('preload')}">`,
    `<svg><image href="${url('svg-image')}"/><use href="${url('svg-use')}#a"/></svg>`,
    `<form action="${url('form')}" id="f"><input name="a"></form><script>document.forms[0].submit()</script>`,
    `<link rel="icon" href="${url('icon')}"><link rel="manifest" href="${url('manifest')}">`,
    `<script>new RTCPeerConnection({ iceServers: [{ urls: "stun:${host}" }] }).createOffer()</script>`,
  ];
};

/** A page that tries to fetch in many ways, and in how many. */
export const fetchingPage = (host: string): { readonly html: string; readonly ways: number } => {
  const ways = waysOf(host);
  return {
    html: `<!doctype html><title>Fetches</title><base href="http://${host}/">${ways.join('\n')}`,
    ways: ways.length,
  };
};
