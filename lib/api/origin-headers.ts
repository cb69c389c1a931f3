/** The header of CloudFront's secret, which proves that a request passed CloudFront. */
export const originSecretHeader = 'X-Origin-Secret';

/** The header in which CloudFront states the client's address. It replaces one that the client sent. */
export const viewerAddressHeader = 'X-Viewer-Address';
