import * as z from 'zod/mini';
import { defineKind } from './kind';
import { listBlockedAddresses } from '../../api/contract/serverFacts';

/** An address that a server blocked after failed logins (observed); a plain string in the API. */
export const blockedAddressKind = defineKind({
  id: 'blockedAddress',
  parent: 'server',
  names: { one: 'Blocked Address', many: 'Blocked Addresses' },
  folder: 'blocked-addresses',
  variable: 'blockedAddress',
  operations: {
    list: listBlockedAddresses,
    toItems: (answer) => (answer as readonly string[]).map((address) => ({ id: address, address })),
  },
  icon: 'circle-slash',
  schema: z.looseObject({ id: z.string(), address: z.string() }),
  present: (resource) => ({ label: resource.address }),
});
