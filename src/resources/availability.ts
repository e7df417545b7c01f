import type { Account } from '../accounts/account';
import { versionsFor } from '../api/contract/endpoint';
import { type ResourceKind, childKinds } from './kinds/kinds';

export function isReadable(
  kind: ResourceKind,
  { authentication }: Pick<Account, 'authentication'>,
): boolean {
  const endpoint = kind.operations.list ?? kind.operations.read;
  return (
    authentication === 'token' || (endpoint && versionsFor(endpoint, 'basic').length > 0) === true
  );
}

/** True if an account has access to a kind or anything below it. */
export function isAvailable(kind: ResourceKind, account: Pick<Account, 'authentication'>): boolean {
  return (
    isReadable(kind, account) || childKinds(kind.id).some((child) => isAvailable(child, account))
  );
}
