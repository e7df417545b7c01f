import { type ActionCase, all, deletion, one, password, patch, post, put } from '../actionCase';

/** Integrations, canvases and projects. */
export const accountLevelCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.createIntegration',
    target: all('integration'),
    answers: { label: 'Storage', service: 'linode', username: 'AKEXAMPLE', secret: password },
    request: post('/api/v3/settings/externalapi', {
      label: 'Storage',
      service: 'linode',
      username: 'AKEXAMPLE',
      secret: '[redacted]',
    }),
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      doing: 'Creating Integration',
      done: 'Integration "Storage" created.',
      failed: 'Integration "Storage" wasn\'t created.',
    },
  },
  {
    command: 'serverManagement.changeIntegrationSecret',
    target: one('integration', 1),
    answers: { secret: password },
    request: patch('/api/v3/settings/externalapi/1', { secret: '[redacted]' }),
    isUntold: true,
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      question: 'Change the secret of "Backups in Frankfurt"?',
      consequences: 'The service uses only the new one from then on.',
      doing: 'Changing the secret of "Backups in Frankfurt"',
      done: 'New secret for "Backups in Frankfurt" accepted.',
    },
  },
  deletion('integration', [2], '/settings/externalapi/2', {
    doing: 'Deleting "DNS of the shop"',
    done: '"DNS of the shop" deleted.',
    question: 'Delete Integration "DNS of the shop"?',
    consequences:
      "Anything that uses it, such as backups, will stop working. This can't be undone.",
  }),
  deletion('canvas', [1], '/settings/wordpress/canvas/1', {
    doing: 'Deleting "Blog"',
    done: '"Blog" deleted.',
    question: 'Delete Canvas "Blog"?',
    consequences: "This can't be undone.",
  }),
  {
    command: 'serverManagement.createAtomicProject',
    target: all('atomicProject'),
    answers: { name: 'Site', webApplication: '103', autoDeploy: true },
    request: post('/api/v3/atomic', { name: 'Site', webApplication: 103, autoDeploy: true }),
    asks: 'caller',
    texts: {
      doing: 'Creating Atomic Project',
      done: 'Atomic project "Site" created.',
      failed: 'Atomic project "Site" wasn\'t created.',
    },
  },
  {
    command: 'serverManagement.forceDeploy',
    target: one('atomicProject', 1),
    request: put('/api/v3/atomic/1/forcedeploy'),
    isUntold: true,
    asks: 'always',
    texts: {
      doing: 'Deploying "Checkout"',
      done: 'Deployment of "Checkout" started.',
      question: 'Deploy "Checkout" now?',
      consequences: 'Publishes the latest commit of its branch.',
    },
  },
];
