/** HTML that tries to load resources from a host. */
const attemptsOf = (host: string): readonly string[] => {
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

/** Returns a page that tries to load resources, and the number of its attempts. */
export const fetchingPage = (host: string): { readonly html: string; readonly attempts: number } => {
  const attempts = attemptsOf(host);
  return {
    html: `<!doctype html><title>Fetches</title><base href="http://${host}/">${attempts.join('\n')}`,
    attempts: attempts.length,
  };
};
