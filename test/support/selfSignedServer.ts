import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Made for tests; nothing else uses it. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGVNULonzJp6E5igh
g16orMKuE/HkVzL2sEPBFNWndcyhRANCAAR0c8joKTKtodMDd3u4UViLu9sq6Jsj
wPr+Sm2CowjCzdKtbSh46rh5yG12Prlyb1xcnxPWXHL5mwDQnZGTYwUh
-----END PRIVATE KEY-----
`;

/** For self-signed.test, localhost and 127.0.0.1; nothing trusts it by default. */
export const selfSignedCertificate = `-----BEGIN CERTIFICATE-----
MIIBvDCCAWKgAwIBAgIUf5BVwnj3RASp0NHrXKBp1AnWRpowCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQc2VsZi1zaWduZWQudGVzdDAgFw0yNjExMjAwODM0MTBaGA8y
MTI2MTAyNzA4MzQxMFowGzEZMBcGA1UEAwwQc2VsZi1zaWduZWQudGVzdDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABHRzyOgpMq2h0wN3e7hRWIu72yromyPA+v5K
bYKjCMLN0q1tKHjquHnIbXY+uXJvXFyfE9ZccvmbANCdkZNjBSGjgYEwfzAdBgNV
HQ4EFgQUMVVEaKJg5eMo9m7Y1dev7w6usBMwHwYDVR0jBBgwFoAUMVVEaKJg5eMo
9m7Y1dev7w6usBMwDwYDVR0TAQH/BAUwAwEB/zAsBgNVHREEJTAjgglsb2NhbGhv
c3SCEHNlbGYtc2lnbmVkLnRlc3SHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgA3ir
tcebumJF52AJi7vPuvvNK9g8hFzCiDm9OgAdy/wCIQDB1l6VDjcvlCwG7qQiObqA
as1XO1VwB9e9oPNX45Ergw==
-----END CERTIFICATE-----
`;

/** A server on this machine with a self-signed certificate. */
export interface SelfSignedServer {
  readonly url: string;
  readonly port: number;
  /** How many requests were read. */
  readonly requests: number;
  close(): Promise<void>;
}

/** Starts a server that answers ping over https, with a self-signed certificate. */
export async function startSelfSignedServer(): Promise<SelfSignedServer> {
  let requests = 0;
  const server = createServer({ key, cert: selfSignedCertificate }, (_request, response) => {
    requests += 1;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"message":"pong"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    get requests() {
      return requests;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
