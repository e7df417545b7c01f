import { type Creation, omitMissing } from './creation';
import { flag, oneOf, systemUserName, text } from './fields';
import { createFirewallRule, firewallRuleDraft } from '../../api/contract/firewallRule';
import { createSshKey } from '../../api/contract/ssh';
import { isIpOrRange } from '../../resources/network/ipRange';
import { isPortOrRange } from '../../resources/network/ports';
import { toUserName } from '../../resources/lockOut/logins';
import { t } from '../../base/l10n';

const { type, protocol, firewallAction } = firewallRuleDraft.shape;

/** A firewall rule (API §2.5, §4 endpoint 8). */
export const firewallRuleCreation: Creation = {
  endpoint: createFirewallRule,
  fields: () => [
    oneOf('type', t('Type (global rules have no address)'), type, { start: 'rich' }),
    text('port', t('Port, or a range such as 8000-8999'), {
      start: 443,
      placeholder: '443',
      validate: (value) =>
        isPortOrRange(value)
          ? undefined
          : t('Type a port from 1 to 65535, or a range such as 8000-8999.'),
      parse: toPort,
    }),
    oneOf('protocol', t('Protocol'), protocol, { start: 'tcp' }),
    text('ipAddress', t('IP address, or a range such as 192.0.2.0/24'), {
      start: '',
      placeholder: '192.0.2.0/24',
      when: isRich,
      validate: (value) =>
        isIpOrRange(value) ? undefined : t('Type an IP address, or a range such as 192.0.2.0/24.'),
    }),
    oneOf('firewallAction', t('Action'), firewallAction, {
      start: 'accept',
      when: isRich,
    }),
  ],
  // Reads return a port as a string, writes take a number (API §2.5); a global rule has neither
  // address nor action.
  fromContent: ({ port, ...content }) => ({
    ...content,
    ...(isRich(content) ? {} : { ipAddress: null, firewallAction: null }),
    ...omitMissing({ port: typeof port === 'string' ? toPort(port) : port }),
  }),
};

/** An SSH key (API §2.8; creating it is observed). */
export const sshKeyCreation: Creation = {
  endpoint: createSshKey,
  fields: () => [
    text('label', t('Name of the key'), { start: '' }),
    systemUserName(t('Select the system user this key logs in as')),
    text('publicKey', t('Public key'), {
      start: '',
      placeholder: 'ssh-ed25519 AAAA…',
      validate: (value) =>
        /^(ssh|ecdsa|sk)-\S+ \S+/.test(value)
          ? undefined
          : t('Paste the content of a .pub file: it starts with ssh-, ecdsa- or sk-.'),
    }),
    flag('temporary', t('Temporary?'), { isOn: false }),
  ],
  fromContent: ({ user, ...content }) => ({
    ...content,
    ...omitMissing({ username: toUserName(user) }),
  }),
};

function toPort(typed: string): number | string {
  return /^\d+$/.test(typed) ? Number(typed) : typed;
}

function isRich({ type: chosen }: { type?: unknown }): boolean {
  return chosen !== 'global';
}
