import { type Action, type Next, onCollection, onResource } from '../action';
import { creation, deletion, switchesOf } from './parts';
import { deleteFirewallRule, deployFirewallRules } from '../../api/contract/firewallRule';
import { deleteSshKey, readSshSettings, updateSshSettings } from '../../api/contract/ssh';
import { nameOfNew } from '../../resources/names/resourceNames';
import { t } from '../../base/l10n';

const deployRules = onCollection(
  'serverManagement.deployFirewallRules',
  'firewallRule',
  deployFirewallRules,
  {
    changesAccess: true,
    progressTitle: () => t('Deploying firewall rules'),
    accepted: () => t('Deployment of the firewall rules requested.'),
    effect: 'firewallDeployed',
  },
);

const inForce: Next = {
  action: deployRules,
  button: () => t('Deploy'),
  note: () => t('In force after deployment.'),
};

export const securityActions: readonly Action[] = [
  creation('serverManagement.createFirewallRule', 'firewallRule', {
    changesAccess: true,
    effect: 'firewallChanged',
    done: (_what, values) => t('{0} created.', nameOfNew('firewallRule', values)),
    next: inForce,
  }),
  deletion('firewallRule', deleteFirewallRule, {
    effect: 'firewallChanged',
    next: inForce,
    detail: () => t('Takes effect on the server when the rules are deployed.'),
  }),
  deployRules,
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
    progressTitle: () => t('Changing SSH settings'),
    done: () => t('SSH settings changed.'),
  }),
  creation('serverManagement.createSshKey', 'sshKey', { changesAccess: true }),
  deletion('sshKey', deleteSshKey, {
    detail: () => t("Anyone using this key loses access. This can't be undone."),
  }),
];
