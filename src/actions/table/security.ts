import { type Action, onResource } from '../action';
import { creation } from './parts/creation';
import { deletion } from './parts/deletion';
import { switchesOf } from './parts/toSwitches';
import { deleteFirewallRule, deployFirewallRules } from '../../api/contract/firewallRule';
import { deleteSshKey, readSshSettings, updateSshSettings } from '../../api/contract/ssh';
import { t } from '../../base/l10n';

export const securityActions: readonly Action[] = [
  creation('serverManagement.createFirewallRule', 'firewallRule', {
    changesAccess: true,
    effect: 'firewallChanged',
  }),
  deletion('firewallRule', deleteFirewallRule, {
    effect: 'firewallChanged',
    detail: () => t('Takes effect on the server when the rules are deployed.'),
  }),
  {
    command: 'serverManagement.deployFirewallRules',
    changesAccess: true,
    place: { collection: 'firewallRule' },
    endpoint: deployFirewallRules,
    progressTitle: (_name) => t('Deploying firewall rules'),
    effect: 'firewallDeployed',
  },
  onResource('serverManagement.switchSshSettings', 'sshSettings', updateSshSettings, {
    changesAccess: true,
    reads: [readSshSettings],
    fields: () => [
      switchesOf(
        t('SSH settings'),
        [
          {
            name: 'passwordlessLogin',
            label: t('Passwordless login'),
            description: t('with SSH keys only'),
          },
          { name: 'preventRootLogin', label: t('Prevent root login') },
          { name: 'useDns', label: t('Use DNS'), description: t('Look up client host names') },
        ],
        (now) => now,
      ),
    ],
    progressTitle: (_name) => t('Changing SSH settings'),
    done: (_what) => t('SSH settings changed.'),
  }),
  creation('serverManagement.createSshKey', 'sshKey', { changesAccess: true }),
  deletion('sshKey', deleteSshKey, {
    detail: () => t("Anyone using this key loses access. This can't be undone."),
  }),
];
