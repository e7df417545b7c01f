import type { Action } from '../action';
import { asResource } from '../field';
import { creation } from './creation';
import { deletion } from './deletion';
import { oneOf, systemUserName, flag, text } from './fields';
import { findFirewallRisks, findRemovalRisks, findSettingsRisks } from './lockOutRisks';
import {
  createFirewallRule,
  deleteFirewallRule,
  deployFirewallRules,
  firewallRuleDraft,
} from '../../../api/contract/firewallRule';
import {
  createSshKey,
  deleteSshKey,
  readSshSettings,
  updateSshConfig,
  updateSshSettings,
} from '../../../api/contract/ssh';
import { isPortOrRange } from '../../../resources/ports';
import { isIpOrRange } from '../../../shared/ip';

const { type, protocol, firewallAction } = firewallRuleDraft.shape;

/** What can be done with firewalls (reference §2.5) and SSH (reference §2.8). */
export const securityActions: readonly Action[] = [
  creation(
    'serverManagement.createFirewallRule',
    'firewallRule',
    createFirewallRule,
    (t) => [
      oneOf('type', t('Type: global rules have no address'), type),
      text('port', t('Port, or a range such as 8000-8999'), t, {
        placeholder: '443',
        validate: (value) =>
          isPortOrRange(value)
            ? undefined
            : t('Type a port from 1 to 65535, or a range such as 8000-8999.'),
        parse: (value) => (/^\d+$/.test(value) ? Number(value) : value),
      }),
      oneOf('protocol', t('Protocol'), protocol),
      text('ipAddress', t('IP address, or a range such as 192.0.2.0/24'), t, {
        placeholder: '192.0.2.0/24',
        when: isRich,
        validate: (value) =>
          isIpOrRange(value)
            ? undefined
            : t('Type an IP address, or a range such as 192.0.2.0/24.'),
      }),
      oneOf('firewallAction', t('What happens to what comes from there?'), firewallAction, {
        when: isRich,
      }),
    ],
    {
      effect: 'firewallChanged',
      findRisks: (context, targets, values, signal) =>
        findFirewallRisks(context, targets, { added: values }, signal),
    },
  ),
  deletion('firewallRule', deleteFirewallRule, {
    effect: 'firewallChanged',
    detail: (t) => t('It changes nothing on the server until the rules are deployed.'),
    findRisks: (context, targets, _values, signal) =>
      findFirewallRisks(context, targets, { removed: targets }, signal),
  }),
  {
    command: 'serverManagement.deployFirewallRules',
    place: { collection: 'firewallRule' },
    endpoint: deployFirewallRules,
    findRisks: (context, targets, _values, signal) =>
      findFirewallRisks(context, targets, {}, signal),
    doing: (_name, t) => t('Deploying the firewall rules'),
    effect: 'firewallDeployed',
  },
  {
    command: 'serverManagement.switchSshSettings',
    place: { resource: 'sshSettings' },
    endpoint: updateSshSettings,
    fallback: updateSshConfig,
    reads: [readSshSettings],
    fields: (t) => [
      {
        type: 'switches',
        prompt: t('SSH settings that are on'),
        options: async ({ client }, target, signal) => {
          const now = await client.read(asResource(target), { signal });
          const isOn = (name: string): boolean => now[name] === true;
          return [
            {
              name: 'passwordlessLogin',
              label: t('Passwordless login'),
              description: t('with SSH keys only'),
              isOn: isOn('passwordlessLogin'),
            },
            {
              name: 'preventRootLogin',
              label: t('Prevent root login'),
              isOn: isOn('preventRootLogin'),
            },
            {
              name: 'useDns',
              label: t('Use DNS'),
              description: t('look up the names of clients'),
              isOn: isOn('useDns'),
            },
          ];
        },
      },
    ],
    findRisks: async (context, [target], values, signal) =>
      target ? findSettingsRisks(context, asResource(target), values, signal) : [],
    doing: (_name, t) => t('Switching SSH settings'),
    effect: 'resource',
  },
  creation('serverManagement.createSshKey', 'sshKey', createSshKey, (t) => [
    text('label', t('Name of the key'), t),
    systemUserName(t('Which system user may log in with it?')),
    text('publicKey', t('Public key'), t, {
      placeholder: 'ssh-ed25519 AAAA…',
      validate: (value) =>
        /^(ssh|ecdsa|sk)-\S+ \S+/.test(value)
          ? undefined
          : t('Paste the content of a .pub file: it starts with ssh-, ecdsa- or sk-.'),
    }),
    flag('temporary', t('For a while only?'), t, { isOn: false }),
  ]),
  deletion('sshKey', deleteSshKey, {
    detail: (t) => t('Whoever logs in with it cannot any more. This cannot be undone.'),
    findRisks: (context, targets, _values, signal) => findRemovalRisks(context, targets, signal),
  }),
];

function isRich({ type: chosen }: { type?: unknown }): boolean {
  return chosen !== 'global';
}
