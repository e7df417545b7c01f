import type { ApiVersion, Endpoint } from '../../../../src/api/contract/endpoint';
import { allEndpoints } from '../../../support/contract';

/** Every operation of the client's contract. */
export const contractEndpoints: readonly Endpoint[] = await allEndpoints();

/** The versions that offer an operation. */
export function versionsOf({ versions }: Endpoint): ApiVersion[] {
  return (['v2', 'v3'] as const).filter((version) => version in versions);
}
