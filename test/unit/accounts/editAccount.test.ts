import assert from 'node:assert/strict';
import { askForChanges } from '../../../src/accounts/accountQuestions';
import { recordFor } from '../../support/accountRecord';
import { enter, goBack, Person } from '../../support/accounts/person';

const record = recordFor({ url: 'https://api.example.com' });

describe('Questions about an account', () => {
  it('change its name, which no other account has', async () => {
    const person = new Person('Name', 'Shop', '', 'Blog');
    const edited = await askForChanges(person.prompts, record, ['Shop']);
    assert.deepEqual(edited?.record, { ...record, label: 'Blog' });
    assert.deepEqual(person.problems, [
      'Another account has this name.',
      'Enter a value, or press Escape to cancel.',
    ]);
  });

  it('change its use', async () => {
    const edited = await askForChanges(new Person('Use', 'Staging').prompts, record, []);
    assert.deepEqual(edited?.record, { ...record, environment: 'staging' });
  });

  it('propose that an account that becomes production is read-only', async () => {
    const production = { ...record, environment: 'production' } as const;
    const person = new Person('Use', 'Production', enter);
    const edited = await askForChanges(person.prompts, record, []);
    assert.deepEqual(edited?.record, { ...production, isReadOnly: true, writableUntil: 0 });
    const allowing = new Person('Use', 'Production', 'Allow changes');
    assert.deepEqual((await askForChanges(allowing.prompts, record, []))?.record, production);
  });

  it('make it read-only and back, which ends what was allowed before', async () => {
    const person = new Person('Changes', 'Read-only');
    const edited = await askForChanges(person.prompts, { ...record, writableUntil: 7 }, []);
    const readOnly = { ...record, isReadOnly: true, writableUntil: 0 };
    assert.deepEqual(edited?.record, readOnly);
    const kept = await askForChanges(new Person('Changes', enter).prompts, readOnly, []);
    assert.deepEqual(kept?.record, readOnly);
    const back = await askForChanges(new Person('Changes', 'Allow changes').prompts, readOnly, []);
    assert.deepEqual(back?.record, { ...readOnly, isReadOnly: false });
  });

  it('change one path segment and leave the other', async () => {
    for (const [segment, name, usual] of [
      ['Cache', 'cache', 'platformcache'],
      ['Hub', 'hub', 'platformhub'],
    ] as const) {
      const person = new Person(`${segment} path segment`, 'a/b', 'vendor');
      const edited = await askForChanges(person.prompts, record, []);
      const pathWords = { ...record.pathWords, [name]: 'vendor' };
      assert.deepEqual(edited?.record, { ...record, pathWords });
      const { value, problems } = person.question(`${segment} path segment, usually "${usual}"`);
      assert.equal(value, usual);
      assert.deepEqual(problems, ['Use letters, digits, "-", "_" and "." only.']);
    }
  });

  it("don't take an address over which others could read the token", async () => {
    const person = new Person('Address', 'http://api.example.com', 'ftp://api.example.com');
    assert.equal(await askForChanges(person.prompts, record, []), undefined);
    assert.deepEqual(person.problems, [
      'Use https: over http, others could read the token.',
      'Type a full URL, such as https://api.example.com',
    ]);
  });

  it('list what can be changed, with the current values', async () => {
    const person = new Person();
    await askForChanges(person.prompts, record, []);
    const [question] = person.shown;
    assert.equal(question?.title, 'Edit Account: Example');
    assert.equal(question.value, 'Name');
    assert.deepEqual(question.choices, [
      'Name | Example',
      'Address | https://api.example.com',
      'Use | Development',
      'Changes | Allowed',
      'Sign-in | API token',
      'Control panel | Not set',
      'Cache path segment | platformcache | Only if the service uses a segment other than "platformcache"',
      'Hub path segment | platformhub | Only if the service uses a segment other than "platformhub"',
    ]);
    const credentials = { kind: 'basic', key: 'key', secret: 'secret' } as const;
    const legacy = new Person();
    await askForChanges(legacy.prompts, { ...record, credentials }, []);
    assert.ok(legacy.shown[0]?.choices?.includes('Sign-in | Legacy key and secret'));
  });

  it('go back to what to change, where the last choice is marked', async () => {
    const person = new Person('Use', goBack, enter, enter);
    const edited = await askForChanges(person.prompts, record, []);
    assert.deepEqual(edited?.record, record);
    assert.deepEqual(
      person.shown.map(({ step, prompt, value }) => [step, prompt, value]),
      [
        ['1/2', 'Select what to change', 'Name'],
        ['2/2', 'Environment', 'Development'],
        ['1/2', 'Select what to change', 'Use'],
        ['2/2', 'Environment', 'Development'],
      ],
    );
  });

  it("change the address of a server's page in the control panel", async () => {
    const page = 'https://panel.example.com/servers/{serverId}?tab=1';
    const person = new Person(
      'Control panel',
      'panel.example.com',
      'http://panel.example.com/{serverId}',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://{serverId}.example.com',
      'https://me:secret@panel.example.com',
      page,
    );
    const edited = await askForChanges(person.prompts, record, []);
    assert.deepEqual(edited?.record, { ...record, panelPage: page });
    assert.equal(person.problems.length, 6);
    const local = new Person('Control panel', 'http://localhost:8080/{serverId}');
    const changed = await askForChanges(local.prompts, { ...record, panelPage: page }, []);
    assert.equal(changed?.record.panelPage, 'http://localhost:8080/{serverId}');
  });

  it('return nothing if the person cancels', async () => {
    for (const moves of [[], ['Name'], ['Address'], ['Use'], ['Sign-in'], ['Hub path segment']]) {
      assert.equal(await askForChanges(new Person(...moves).prompts, record, []), undefined);
    }
  });
});
