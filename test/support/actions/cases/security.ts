import { type ActionCase, all, deletion, one, server } from '../actionCase';

/** Firewalls and SSH. */
export const securityCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.createFirewallRule',
    target: all('firewallRule', 1),
    answers: {
      type: 'rich',
      port: '8443',
      protocol: 'tcp',
      ipAddress: '192.0.2.0/24',
      firewallAction: 'accept',
    },
    request: {
      method: 'POST',
      path: `${server}/security/firewalls`,
      body: {
        type: 'rich',
        port: 8443,
        protocol: 'tcp',
        ipAddress: '192.0.2.0/24',
        firewallAction: 'accept',
      },
    },
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      doing: 'Creating Firewall Rule',
      done: 'TCP 8443 created.',
      note: 'In force after deployment.',
      failed: "Firewall rule wasn't created.",
    },
  },
  deletion('firewallRule', [1, 102], '/servers/1/security/firewalls/102', {
    doing: 'Deleting "TCP 80"',
    done: '"TCP 80" deleted.',
    note: 'In force after deployment.',
    question: 'Delete Firewall Rule "TCP 80"?',
    consequences: 'Takes effect on the server when the rules are deployed.',
  }),
  {
    command: 'serverManagement.deployFirewallRules',
    target: all('firewallRule', 1),
    request: { method: 'PUT', path: `${server}/security/firewalls` },
    isUntold: true,
    asks: 'always',
    texts: {
      doing: 'Deploying firewall rules',
      done: 'Deployment of the firewall rules requested.',
      question: 'serverManagement.deployFirewallRules?',
    },
  },
  {
    command: 'serverManagement.switchSshSettings',
    target: one('sshSettings', 1),
    answers: { useDns: true },
    request: { method: 'PATCH', path: `${server}/settings/ssh`, body: { useDns: true } },
    fallback: { method: 'PATCH', path: `${server}/ssh/config` },
    isInV2: true,
    asks: 'always',
    isConfirmedByName: true,
    texts: { doing: 'Changing SSH settings', done: 'SSH settings changed.' },
  },
  {
    command: 'serverManagement.createSshKey',
    target: all('sshKey', 1),
    answers: {
      label: 'Laptop',
      username: 'shop',
      publicKey: 'ssh-ed25519 AAAAexample me@example.com',
      temporary: false,
    },
    request: {
      method: 'POST',
      path: `${server}/ssh/credentials`,
      body: {
        label: 'Laptop',
        username: 'shop',
        publicKey: 'ssh-ed25519 AAAAexample me@example.com',
        temporary: false,
      },
    },
    fallback: { method: 'POST', path: '/api/v2/servers/1/sshcredentials' },
    isInV2: true,
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      doing: 'Creating SSH Key',
      done: 'SSH key "Laptop" created.',
      failed: 'SSH key "Laptop" wasn\'t created.',
    },
  },
  {
    ...deletion('sshKey', [1, 101], '/servers/1/ssh/credentials/101', {
      doing: 'Deleting "Laptop of Ada"',
      done: '"Laptop of Ada" deleted.',
      question: 'Delete SSH Key "Laptop of Ada"?',
      consequences: "Anyone using this key loses access. This can't be undone.",
    }),
    fallback: { method: 'DELETE', path: '/api/v2/servers/1/sshcredentials/101' },
    isInV2: true,
  },
];
