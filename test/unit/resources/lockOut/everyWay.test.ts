import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { exportedEndpoints } from '../../../support/contract';
import { sourceFiles } from '../../../support/imports';
import { effectOf } from '../../../../src/resources/lockOut/findLockOuts';
import { actions } from '../../../../src/actions/actions';

/** Writes to login-related paths that can't lock anyone out: they add access, or change a secret. */
const harmless = [
  'blockedAddress.delete',
  'sshKey.create',
  'systemUser.changePassword',
  'systemUser.create',
  'systemUser.makeDeploymentKey',
];

const aboutLogins = /^\/servers\/\{serverId\}\/(security|ssh|settings\/ssh|users)\b/;

describe('Every way of writing', () => {
  it('that affects logins is known to the lock-out guard', async () => {
    const endpoints = (await exportedEndpoints()).map(([, endpoint]) => endpoint);
    const unknown = endpoints
      .filter(({ method, path }) => method !== 'GET' && aboutLogins.test(path))
      .filter((endpoint) => !effectOf({ endpoint }));
    assert.deepEqual(unknown.map(({ id }) => id).sort(), harmless);
  });

  it('by an action is guarded with its own request', () => {
    const others = actions.filter((action) => effectOf(action) && action.toCall);
    assert.deepEqual(others, []);
  });

  it('uses the one function that asks the guard first', () => {
    const writing =
      /\.write\((?!uri\b|path\b|file\b)\s*(target|reference|collection|this\.(?!#spell))/;
    const senders = sourceFiles('src')
      .filter((file) => !file.startsWith('src/sandbox/'))
      .filter((file) => writing.test(readFileSync(file, 'utf8')));
    assert.deepEqual(senders, ['src/documents/writing/performWrite.ts']);
    // The client's other methods only send reads.
    const names = sourceFiles('src')
      .filter((file) => !file.startsWith('src/sandbox/'))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(/\bclient\.(?:perform|call)\([^)]*\)/g),
      ])
      .map(([call]) => call);
    assert.ok(names.length >= 5, names.join('\n'));
    for (const call of names) assert.doesNotMatch(call, /body/, call);
  });
});
