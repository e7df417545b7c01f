import { type ActionCase, all, deletion, one, password, server } from '../actionCase';

/** System users, databases and their users. */
export const accessCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.createSystemUser',
    target: all('systemUser', 1),
    answers: { username: 'runner', password },
    request: {
      method: 'POST',
      path: `${server}/users`,
      body: { username: 'runner', password: '[redacted]' },
    },
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      doing: 'Creating System User',
      done: 'System user "runner" created.',
      failed: 'System user "runner" wasn\'t created.',
    },
  },
  {
    command: 'serverManagement.changePassword',
    target: one('systemUser', 1, 102),
    answers: { password },
    request: {
      method: 'PATCH',
      path: `${server}/users/102/password`,
      body: { password: '[redacted]' },
    },
    isUntold: true,
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      question: 'Change the password of "shop"?',
      consequences: 'Everything that uses the current password stops working.',
      doing: 'Changing the password of "shop"',
      done: 'New password for "shop" accepted.',
    },
  },
  {
    command: 'serverManagement.generateDeploymentKey',
    target: one('systemUser', 1, 101),
    request: { method: 'PATCH', path: `${server}/users/101/deploymentkey` },
    isUntold: true,
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      doing: 'Generating deployment key for "webmaster"',
      done: 'New deployment key for "webmaster" requested.',
      question: 'Generate a new deployment key for "webmaster"?',
      consequences: 'Repositories that have its old key refuse access until you add the new one.',
    },
  },
  deletion('systemUser', [1, 103], '/servers/1/users/103', {
    doing: 'Deleting "reports"',
    done: '"reports" deleted.',
    question: 'Delete System User "reports"?',
    consequences: "The user's web applications and jobs will stop working.",
  }),
  {
    command: 'serverManagement.createDatabase',
    target: all('database', 1),
    answers: { name: 'orders' },
    request: { method: 'POST', path: `${server}/databases`, body: { name: 'orders' } },
    asks: 'caller',
    texts: {
      doing: 'Creating Database',
      done: 'Database "orders" created.',
      failed: 'Database "orders" wasn\'t created.',
    },
  },
  {
    ...deletion('database', [1, 103], '/servers/1/databases/103', {
      doing: 'Deleting "legacy_catalogue"',
      done: '"legacy_catalogue" deleted.',
      question: 'Delete Database "legacy_catalogue"?',
      consequences: "All its data will be lost. This can't be undone.",
    }),
    answers: { deleteUser: false },
  },
  {
    ...deletion('database', [1, 102], '', {
      doing: 'Deleting "blog"',
      done: '"blog" deleted.',
      question: 'Delete Database "blog"?',
      consequences:
        "All its data and the users who have access will be lost. This can't be undone.",
    }),
    answers: { deleteUser: true },
    request: { method: 'DELETE', path: `${server}/databases/102`, body: { deleteUser: true } },
  },
  {
    command: 'serverManagement.createDatabaseUser',
    target: all('databaseUser', 1),
    answers: { username: 'app', password },
    request: {
      method: 'POST',
      path: '/api/v2/servers/1/databaseusers',
      body: { username: 'app', password: '[redacted]' },
    },
    isInV2: true,
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      doing: 'Creating Database User',
      done: 'Database user "app" created.',
      failed: 'Database user "app" wasn\'t created.',
    },
  },
  {
    command: 'serverManagement.changePassword',
    target: one('databaseUser', 1, 101),
    answers: { password },
    request: {
      method: 'PATCH',
      path: '/api/v2/servers/1/databaseusers/101',
      body: { password: '[redacted]' },
    },
    isInV2: true,
    isUntold: true,
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      question: 'Change the password of "shop"?',
      consequences: 'Everything that uses the current password stops working.',
      doing: 'Changing the password of "shop"',
      done: 'New password for "shop" accepted.',
    },
  },
  {
    ...deletion('databaseUser', [1, 102], '', {
      doing: 'Deleting "blog"',
      done: '"blog" deleted.',
      question: 'Delete Database User "blog"?',
      consequences: "Everything that logs in as this user stops working. This can't be undone.",
    }),
    request: { method: 'DELETE', path: '/api/v2/servers/1/databaseusers/102' },
    isInV2: true,
  },
];
