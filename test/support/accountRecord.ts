import type { AccountRecord } from '../../src/accounts/account';
import { referencePathWords } from '../../src/api/request';

/** A development account of this service, unless overridden. */
export function recordFor(
  { url, token = 'token' }: { readonly url: string; readonly token?: string },
  given: Partial<AccountRecord> = {},
): AccountRecord {
  return {
    id: 'example',
    label: 'Example',
    baseUrl: url,
    environment: 'development',
    pathWords: referencePathWords,
    addedAt: 1,
    credentials: { kind: 'token', token },
    ...given,
  };
}
