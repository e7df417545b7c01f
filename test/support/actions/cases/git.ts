import { type ActionCase, one, server, webApplication } from '../actionCase';

/** Git repositories of web applications. */
export const gitCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.connectRepository',
    target: one('gitRepository', 1, 101),
    answers: { provider: 'github', repository: 'shop/storefront', branch: 'main' },
    request: {
      method: 'POST',
      path: `${webApplication}/git`,
      body: { provider: 'github', repository: 'shop/storefront', branch: 'main' },
    },
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
    request: {
      method: 'POST',
      path: `${webApplication}/git`,
      body: {
        provider: 'custom',
        repository: 'shop/storefront',
        branch: 'main',
        gitHost: 'git.example.com',
        gitUser: 'git',
      },
    },
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
    request: { method: 'PUT', path: `${server}/webapps/104/git/104/script` },
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
    request: {
      method: 'PATCH',
      path: `${server}/webapps/104/git/104/branch`,
      body: { branch: 'develop' },
    },
    asks: 'caller',
    texts: { doing: 'Changing branch', done: 'Branch changed to "develop".' },
  },
  {
    command: 'serverManagement.disconnectRepository',
    target: one('gitRepository', 1, 104),
    request: { method: 'DELETE', path: `${server}/webapps/104/git/104` },
    asks: 'always',
    texts: {
      doing: 'Disconnecting Git repository',
      done: 'Git repository disconnected.',
      question: 'Disconnect the Git repository of "staging"?',
      consequences: "Its files stay on the server, but it's no longer deployed.",
    },
  },
];
