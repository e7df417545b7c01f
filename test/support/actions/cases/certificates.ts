import { type ActionCase, deletion, one, patch, post, put, webApplication } from '../actionCase';

/** Certificates of domains. */
export const certificateCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.applySsl',
    target: one('ssl', 1, 101, 102),
    answers: {
      provider: 'letsencrypt',
      authorizationMethod: 'http-01',
      environment: 'staging',
      enableHttp: true,
      enableHsts: false,
      autoSSL: false,
      advancedSSL: true,
    },
    request: post(`${webApplication}/domains/102/ssl`, {
      provider: 'letsencrypt',
      authorizationMethod: 'http-01',
      environment: 'staging',
      enableHttp: true,
      enableHsts: false,
      autoSSL: false,
      advancedSSL: true,
    }),
    asks: 'caller',
    texts: {
      doing: 'Installing certificate: "Domain 102"',
      done: 'Certificate for "Domain 102" installed.',
      failed: "The certificate wasn't installed.",
    },
  },
  {
    command: 'serverManagement.renewSsl',
    target: one('ssl', 1, 101, 101),
    request: put(`${webApplication}/domains/101/ssl/101`),
    isUntold: true,
    asks: 'caller',
    texts: {
      doing: 'Renewing certificate: "Domain 101"',
      done: 'Renewal of the certificate for "Domain 101" requested.',
    },
  },
  {
    command: 'serverManagement.changeSsl',
    target: one('ssl', 1, 101, 101),
    answers: { enableHsts: false },
    request: patch(`${webApplication}/domains/101/ssl/101`, { enableHsts: false }),
    asks: 'caller',
    texts: {
      doing: 'Changing certificate: "Domain 101"',
      done: 'Certificate for "Domain 101" changed.',
    },
  },
  deletion('ssl', [1, 101, 101], '/servers/1/webapps/101/domains/101/ssl/101', {
    doing: 'Deleting Certificate of "shop.example.com"',
    done: 'Certificate of "shop.example.com" deleted.',
    question: 'Delete the certificate of "shop.example.com"?',
    consequences: 'The domain will have no certificate.',
  }),
];
