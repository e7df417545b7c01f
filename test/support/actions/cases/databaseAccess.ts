import { type ActionCase, one, post, remove, server } from '../actionCase';

/** The users who have access to a database. */
export const databaseAccessCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.changeDatabaseAccess',
    target: one('database', 1, 101),
    answers: { users: { '102': true } },
    request: post(`${server}/databases/101/grant`, { id: 102 }),
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      doing: 'Changing access to "Database 101"',
      done: 'Access to "Database 101" granted.',
    },
  },
  {
    command: 'serverManagement.changeDatabaseAccess',
    target: one('database', 1, 101),
    answers: { users: { '101': false } },
    request: remove(`${server}/databases/101/grant`, { id: 101 }),
    asks: 'always',
    isConfirmedByName: true,
    texts: {
      doing: 'Changing access to "shop"',
      done: 'Access to "shop" revoked.',
      question: 'Revoke access to "shop"?',
      consequences: 'Everything that logs in as a user without access stops working.',
    },
  },
];
