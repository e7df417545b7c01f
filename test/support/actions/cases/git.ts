import {
  type ActionCase,
  one,
  patch,
  post,
  put,
  remove,
  server,
  webApplication,
} from '../actionCase';

/** Git repositories of web applications. */
export const gitCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.connectRepository',
    target: one('gitRepository', 1, 101),
    answers: { provider: 'github', repository: 'shop/storefront', branch: 'main' },
    request: post(`${webApplication}/git`, {
      provider: 'github',
      repository: 'shop/storefront',
      branch: 'main',
    }),
    asks: 'caller',
    texts: {
      doing: 'Connecting Git repository',
      done: 'Git repository connected.',
      failed: "The Git repository wasn't connected.",
    },
  },
  {
    command: 'serverManagement.connectRepository',
    target: one('gitRepository', 1, 101),
    answers: {
      provider: 'custom',
      repository: 'shop/storefront',
      branch: 'main',
      gitHost: 'git.example.com',
      gitUser: 'git',
    },
    request: post(`${webApplication}/git`, {
      provider: 'custom',
      repository: 'shop/storefront',
      branch: 'main',
      gitHost: 'git.example.com',
      gitUser: 'git',
    }),
    asks: 'caller',
    texts: {
      doing: 'Connecting Git repository',
      done: 'Git repository connected.',
      failed: "The Git repository wasn't connected.",
    },
  },
  {
    command: 'serverManagement.deployRepository',
    target: one('gitRepository', 1, 104),
    request: put(`${server}/webapps/104/git/104/script`),
    isUntold: true,
    asks: 'always',
    texts: {
      doing: 'Starting deployment',
      done: 'Deployment started.',
      question: 'Deploy "staging" now?',
      consequences: 'Publishes the latest commit of its branch.',
    },
  },
  {
    command: 'serverManagement.changeBranch',
    target: one('gitRepository', 1, 104),
    answers: { branch: 'develop' },
    request: patch(`${server}/webapps/104/git/104/branch`, { branch: 'develop' }),
    asks: 'caller',
    texts: { doing: 'Changing branch', done: 'Branch changed to "develop".' },
  },
  {
    command: 'serverManagement.disconnectRepository',
    target: one('gitRepository', 1, 104),
    request: remove(`${server}/webapps/104/git/104`),
    asks: 'always',
    texts: {
      doing: 'Disconnecting Git repository',
      done: 'Git repository disconnected.',
      question: 'Disconnect the Git repository of "staging"?',
      consequences: "Its files stay on the server, but it's no longer deployed.",
    },
  },
];
