import assert from 'node:assert/strict';
import { findAction, optionsOf } from '../../support/actions/findAction';

/** The checkboxes offered for these SSH settings of a service. */
async function switchesFor(settings: object): Promise<unknown> {
  const client = { read: () => Promise.resolve(settings) };
  const target = { account: 'service', kind: 'sshSettings', ids: [1] } as const;
  const action = findAction('serverManagement.switchSshSettings', 'sshSettings');
  const options = await optionsOf(action, target, { client });
  return options.map(({ name, label, isOn, sets }) => [name, label, isOn, sets]);
}

describe('The form for SSH settings', () => {
  it('has one checkbox for each known setting', async () => {
    const settings = { passwordlessLogin: true, preventRootLogin: false, useDns: true };
    assert.deepEqual(await switchesFor(settings), [
      ['passwordlessLogin', 'Passwordless login', true, undefined],
      ['preventRootLogin', 'Prevent root login', false, undefined],
      ['useDns', 'Use DNS', true, undefined],
    ]);
  });

  it('offers on and off for an unknown setting, and leaves it unchanged by default', async () => {
    const settings = { passwordlessLogin: true, preventRootLogin: null };
    assert.deepEqual(await switchesFor(settings), [
      ['passwordlessLogin', 'Passwordless login', true, undefined],
      ['preventRootLogin', 'Prevent root login: On', false, true],
      ['preventRootLogin', 'Prevent root login: Off', false, false],
      ['useDns', 'Use DNS: On', false, true],
      ['useDns', 'Use DNS: Off', false, false],
    ]);
  });
});
