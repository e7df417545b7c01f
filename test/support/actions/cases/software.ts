import { type ActionCase, all, deletion, post } from '../actionCase';

/** Software that the service installs on web applications. */
export const softwareCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.installSoftware',
    target: all('installer', 1, 102),
    answers: { name: 'joomla' },
    request: post('/api/v3/servers/1/webapps/102/installer', { name: 'joomla' }),
    isUntold: true,
    asks: 'caller',
    texts: {
      doing: 'Installing software',
      done: 'Installing software: the service accepted the request.',
      failed: '"joomla" wasn\'t installed.',
    },
  },
  {
    ...deletion('installer', [3, 304, 304], '/servers/3/webapps/304/installer/304', {
      doing: 'Deleting "Grav"',
      done: 'Deleting "Grav": the service accepted the request.',
      question: 'Delete Installed Software "Grav"?',
      consequences: "This can't be undone.",
    }),
    // It isn't listed, and a service that doesn't know it may not offer the read.
    accepted: 'accepted',
  },
];
