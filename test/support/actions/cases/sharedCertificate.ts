import {
  type ActionCase,
  deletion,
  one,
  patch,
  post,
  put,
  server,
  webApplication,
} from '../actionCase';

/** The mode of a web application's certificates, and the one that its domains share. */
export const sharedCertificateCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.changeSslMode',
    target: one('sharedSsl', 1, 101),
    answers: { advancedSSL: false },
    request: post(`${webApplication}/ssl/advanced`, { advancedSSL: false }),
    asks: 'always',
    texts: {
      doing: 'Changing certificate mode',
      done: 'Certificates are in basic mode: one for all domains.',
      question: 'Change the certificate mode of "storefront"?',
      consequences: 'All domains will share one certificate, and have none until it is installed.',
    },
  },
  {
    command: 'serverManagement.installSharedSsl',
    target: one('sharedSsl', 1, 104),
    answers: {
      provider: 'letsencrypt',
      authorizationMethod: 'http-01',
      environment: 'live',
      enableHttp: true,
      enableHsts: false,
      autoSSL: true,
    },
    request: post(`${server}/webapps/104/ssl`, {
      provider: 'letsencrypt',
      authorizationMethod: 'http-01',
      environment: 'live',
      enableHttp: true,
      enableHsts: false,
      autoSSL: true,
      advancedSSL: false,
    }),
    asks: 'caller',
    texts: { doing: 'Installing shared certificate', done: 'Shared certificate installed.' },
  },
  {
    command: 'serverManagement.changeSsl',
    target: one('sharedSsl', 3, 303),
    answers: { enableHttp: true },
    request: patch('/api/v3/servers/3/webapps/303/ssl/303', { enableHttp: true }),
    asks: 'caller',
    texts: { doing: 'Changing shared certificate', done: 'Shared certificate changed.' },
  },
  {
    command: 'serverManagement.renewSsl',
    target: one('sharedSsl', 3, 303),
    request: put('/api/v3/servers/3/webapps/303/ssl/303'),
    isUntold: true,
    asks: 'caller',
    texts: {
      doing: 'Renewing shared certificate',
      done: 'Renewal of the shared certificate requested.',
    },
  },
  deletion('sharedSsl', [3, 303], '/servers/3/webapps/303/ssl/303', {
    doing: 'Deleting shared certificate',
    done: 'Shared certificate deleted.',
    question: 'Delete the shared certificate of "dentist"?',
    consequences: 'The domains of the web application will have no certificate.',
  }),
];
