import assert from 'node:assert/strict';
import { findPress, findSecret } from '../../../src/panels/saveChanges';
import type { PanelContent } from '../../../src/panels/panelKind';
import type { Section } from '../../../src/pages/model';

const reference = { account: 'service', kind: 'server', ids: [1] } as const;
const job = { account: 'service', kind: 'cronJob', ids: [1, 2] } as const;

const section: Section = {
  id: 'credentials',
  title: 'Credentials',
  items: [
    { type: 'secret', id: 'apiKey', label: 'API key' },
    { type: 'value', id: 'password', label: 'Password', value: 'on' },
  ] as unknown as Section['items'],
  buttons: [{ id: 'preloadCache', label: 'Preload' }],
};

const content = {
  title: 'A server',
  buttons: [{ id: 'openDocument', label: 'Open as JSON' }],
  sections: [section],
  presses: { 'job/run': { command: 'runCronJob', target: job } },
} as unknown as PanelContent;

const failure = {
  type: 'failure',
  text: 'No',
  canRetry: true,
  buttons: [{ id: 'signIn', label: 'Sign In' }],
} as const;

describe("What a panel's page may request", () => {
  it('is what its buttons do', () => {
    const shown = { reference, content, failure };
    assert.deepEqual(
      ['openDocument', 'preloadCache', 'job/run', 'signIn'].map((id) => findPress(shown, id)),
      [
        { command: 'openDocument', target: reference },
        { command: 'preloadCache', target: reference },
        { command: 'runCronJob', target: job },
        { command: 'signIn', target: 'service' },
      ],
    );
  });

  for (const id of ['delete', 'runCronJob', 'signIn', 'constructor', '__proto__', '']) {
    it(`isn't any other command: ${JSON.stringify(id)}`, () => {
      assert.equal(findPress({ reference, content, failure: undefined }, id), undefined);
    });
  }

  it('is nothing until something is shown', () => {
    const shown = { reference, content: undefined, failure: undefined };
    assert.equal(findPress(shown, 'openDocument'), undefined);
    assert.ok(!findSecret(undefined, 'apiKey'));
  });

  it('is a shown credential, and no other field', () => {
    assert.ok(findSecret(content, 'apiKey'));
    for (const id of ['password', 'token', 'constructor', '']) {
      assert.ok(!findSecret(content, id), id);
    }
  });
});
