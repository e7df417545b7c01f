import { ApiClient, type ClientOptions } from '../../src/api/client';
import type { Credentials } from '../../src/api/credentials';
import { referencePathWords } from '../../src/api/request';

/** The token of a client without other credentials. */
export const testToken = 'test-token';

/** Options of a test's client. */
export interface TestClientOptions extends Partial<Omit<ClientOptions, 'credentials'>> {
  readonly credentials?: Credentials;
}

/** A client of the service at an address. */
export function clientOf(
  baseUrl: string,
  { credentials = { kind: 'token', token: testToken }, ...options }: TestClientOptions = {},
): ApiClient {
  return new ApiClient({
    target: { baseUrl, pathWords: referencePathWords },
    credentials: () => Promise.resolve(credentials),
    ...options,
  });
}
