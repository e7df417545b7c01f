import type { Account } from '../accounts/account';
import { type ResourceKind, childKinds } from './kinds/kinds';

/** The legacy pair only has access to v2 (API §5, §9). */
export function isReadable(
  kind: ResourceKind,
  { authentication }: Pick<Account, 'authentication'>,
): boolean {
  const endpoint = kind.operations.list ?? kind.operations.read;
  return authentication === 'token' || endpoint?.versions.v2 !== undefined;
}

/** True if an account has access to a kind or anything below it. */
export function isAvailable(kind: ResourceKind, account: Pick<Account, 'authentication'>): boolean {
  return (
    isReadable(kind, account) || childKinds(kind.id).some((child) => isAvailable(child, account))
  );
}
