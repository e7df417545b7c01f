import type { FirewallLoss } from './firewallLoss';
import type { LockOut } from './findLockOuts';
import type { LoginObstacle } from './logins';
import { reachNames, type Reach } from './reach';
import { findKind } from '../kinds/kinds';
import { t } from '../../base/l10n';

const mostNames = 4;

export function describeLockOut(lockOut: LockOut): string[] {
  switch (lockOut.type) {
    case 'firewall':
      return [
        ...(lockOut.isAssumed
          ? [t("Some firewall rules couldn't be interpreted, so this assumes the worst.")]
          : []),
        ...describeLoss(lockOut),
      ];
    case 'login':
      return [describeObstacle(lockOut.obstacle)];
    case 'incomplete': {
      const kind = t(findKind(lockOut.kind).names.many);
      const list = lockOut.isOffered
        ? `${kind}: ${t('May be incomplete')}`
        : t('Not offered by the service: {0}', kind);
      return [t("Couldn't check who can still log in. {0}", list)];
    }
  }
}

function describeLoss({ port, lost, left }: FirewallLoss): string[] {
  if (left.length === 0) {
    return [
      t('No one can reach SSH (port {0}) after this. First add a rule that accepts it.', port),
    ];
  }
  const [losing, keeping] = [lost, left].map((reach) => describeReach(reach));
  const isKeepingShort = keeping !== undefined && keeping.length <= mostNames;
  const lines: string[] = [];
  if (losing && (losing.length <= mostNames || !isKeepingShort)) {
    lines.push(t("{0} can't reach SSH after this.", shorten(losing)));
  }
  if (isKeepingShort) {
    lines.push(
      t('Only {0} can still reach SSH (port {1}).', keeping.join(', '), port),
      // The public address that others see can't be determined locally.
      t('Check that your own public address is among them.'),
    );
  }
  return lines;
}

function describeReach(reach: Reach): string[] {
  return reachNames(reach).map((name) =>
    typeof name === 'string' ? name : t(name === 4 ? 'IPv4 addresses' : 'IPv6 addresses'),
  );
}

function shorten(names: readonly string[]): string {
  const more = names.length - mostNames;
  const shown = names.slice(0, mostNames);
  return (more > 0 ? [...shown, t('and {0} more', more)] : shown).join(', ');
}

function describeObstacle(obstacle: LoginObstacle): string {
  switch (obstacle) {
    case 'noKey':
      return t(
        'No one can log in after this: passwords are off, and no user has a permanent SSH key. Add an SSH key first.',
      );
    case 'onlyRootHasKey':
      return t(
        'No one can log in after this: root login is off, and only root has a permanent SSH key. Add a key for another system user first.',
      );
    case 'unknownSettings':
      return t(
        "The service doesn't return all SSH settings. If passwords or root login are off, no one can log in after this.",
      );
    case 'noOtherUser':
      return t(
        'No one can log in after this: root login is off, and there are no other system users. Create one first.',
      );
  }
}
