import { perResource, type Rule, type Verdict } from '../finding';
import type { KnownList } from '../knowledge';
import { itemOf, rulesBeside } from '../../resources/reference';
import type { Resource } from '../../resources/kinds/kind';
import { findReach, ruleEffect } from '../../resources/lockOut/firewall';
import { everywhere, type Reach, subtract } from '../../resources/network/ipRange';
import { t } from '../../base/l10n';

/** Where databases and caches listen: they should only be reachable from known addresses. */
const dataPorts: readonly (readonly [port: number, name: string])[] = [
  [3306, 'MySQL'],
  [5432, 'PostgreSQL'],
  [1433, 'MSSQL'],
  [27_017, 'MongoDB'],
  [6379, 'Redis'],
  [11_211, 'Memcached'],
  [9200, 'Elasticsearch'],
];

export const securityRules: readonly Rule[] = [
  {
    id: 'firewallNotDeployed',
    severity: 'warning',
    fixes: ['serverManagement.deployFirewallRules'],
    *judge(knowledge, { isPending }) {
      for (const { reference } of knowledge.of('server')) {
        const target = rulesBeside(reference);
        yield {
          target,
          verdict: isPending(target)
            ? () => t("Changed firewall rules aren't deployed. Deploy them.")
            : 'fine',
        };
      }
    },
  },
  {
    id: 'databaseOpenToEveryone',
    severity: 'critical',
    fixes: ['serverManagement.openTable'],
    *judge(knowledge) {
      for (const list of knowledge.lists('firewallRule')) {
        for (const rule of list.items) {
          const target = itemOf(list.collection, rule);
          yield { target, verdict: list.isWhole ? judgeOpenness(rule, list) : undefined };
        }
      }
    },
  },
  {
    id: 'sshRootPassword',
    severity: 'critical',
    fixes: ['serverManagement.switchSshSettings', 'serverManagement.openDocument'],
    judge: perResource('sshSettings', ({ passwordlessLogin, preventRootLogin }) => {
      if (typeof passwordlessLogin !== 'boolean' || typeof preventRootLogin !== 'boolean') {
        return undefined;
      }
      if (passwordlessLogin || preventRootLogin) return 'fine';
      return () => t('Root can log in with a password. Allow SSH keys only, or prevent it.');
    }),
  },
];

/** Judges each rule regardless of others: one opens the port of a database or cache to everyone. */
function judgeOpenness(rule: Resource, { items }: KnownList): Verdict {
  if (ruleEffect(rule) === 'rejects') return 'fine';
  const openPort = (certainty: 'surely' | 'possibly') =>
    dataPorts.find(([port]) =>
      // Only then do the other rules matter, because some may reject.
      [[rule], items].every((rules) => isEveryone(findReach(rules, port)[certainty])),
    );
  const open = openPort('surely');
  if (!open) return openPort('possibly') ? undefined : 'fine';
  return () => t('Port {0} ({1}) is open to everyone. Allow known addresses only.', ...open);
}

function isEveryone(reach: Reach): boolean {
  // Open to one family of addresses is open to everyone who has one.
  return everywhere.some((family) => subtract([family], reach).length === 0);
}
