import type { Account } from './accounts/account';
import type { ResourceKind } from './kinds/kind';
import { childKinds } from './kinds/kinds';

/** Whether an account reaches a kind's list or read: with the legacy pair only v2 (reference §5, §9). */
export function isReadable(
  kind: ResourceKind,
  { authentication }: Pick<Account, 'authentication'>,
): boolean {
  const endpoint = kind.operations.list ?? kind.operations.read;
  return authentication === 'token' || endpoint?.versions.v2 !== undefined;
}

/** Whether an account reaches a kind or anything below it. */
export function isOffered(kind: ResourceKind, account: Pick<Account, 'authentication'>): boolean {
  return (
    isReadable(kind, account) || childKinds(kind.id).some((child) => isOffered(child, account))
  );
}
