import { ApiClient } from '../../api/client';
import { ping } from '../../api/contract/ping';
import type { Credentials } from '../../api/credentials';
import { referencePathWords } from '../../api/request';

/**
 * Checks credentials by ping on every version that they reach, before anything is kept (reference §5
 * rule 4).
 * @throws ApiError of the first version that refuses.
 */
export async function checkAccount(
  baseUrl: string,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<void> {
  const client = new ApiClient({
    target: { baseUrl, pathWords: referencePathWords },
    credentials: () => Promise.resolve(credentials),
  });
  const versions = credentials.kind === 'token' ? (['v3', 'v2'] as const) : (['v2'] as const);
  await Promise.all(versions.map((version) => client.call(ping, {}, { version, signal })));
}
