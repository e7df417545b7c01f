import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { findAction } from '../support/actions/findAction';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { TestPick } from '../support/host/testPick';
import { openShared } from '../support/sharedValues';
import { databaseAccess } from '../../src/actions/table/access';
import { creations } from '../../src/documents/creations/creations';
import { type Field, resourceId, systemUserName } from '../../src/documents/creations/fields';
import { askForm } from '../../src/ui/prompts/askForm';
import { pickResource } from '../../src/ui/prompts/pickers/pickResource';
import type { Services } from '../../src/ui/commands/services';
import type { ResourceReference, Target } from '../../src/resources/reference';
import { ResourceNames } from '../../src/resources/names/resourceNames';
import { Pins } from '../../src/resources/pins';

describe('a question whose list the service refuses', () => {
  let world: ActionWorld;
  let pick: TestPick;
  let restore: () => void;

  beforeEach(async () => {
    world = await startActionWorld();
    pick = new TestPick();
    restore = replaceMember(vscode.window, 'createQuickPick', () => pick as never);
  });

  afterEach(async () => {
    restore();
    await world.close();
  });

  function ask(
    field: Field,
    target: Target = { account: 'service', kind: 'cronJob', parents: [1] },
  ): ReturnType<typeof askForm> {
    return askForm({
      title: 'New',
      fields: [field],
      from: [world.context(new ScriptedPrompts()), target] as const,
      given: {},
      savedAnswers: new Map(),
    });
  }

  async function failed(): Promise<void> {
    await eventually(() => assert.deepEqual(pick.labels, ['Try Again']));
  }

  it('accepts a typed name, and says why there is no list', async () => {
    await world.probe.addFault('403:GET:/api/v3/servers/1/users');
    const answer = ask(systemUserName('Which user?'));
    await failed();
    assert.match(pick.items[0]?.detail ?? '', /forbidden/i);
    assert.equal(pick.placeholder, 'Which user? (type a value)');
    pick.type('deploy');
    assert.deepEqual(pick.labels, ['deploy', 'Try Again']);
    pick.enter();
    assert.deepEqual(await answer, { username: 'deploy' });
  });

  it('can be left unanswered if its answer is optional', async () => {
    const [, collation] = creations.database?.fields() ?? [];
    assert.ok(collation);
    await world.probe.addFault('500:GET:/api/v3/*');
    const answer = ask(collation, { account: 'service', kind: 'database', parents: [1] });
    await eventually(() => assert.deepEqual(pick.labels, ['Use the Default', 'Try Again']));
    pick.type('utf8');
    assert.deepEqual(pick.labels, ['utf8', 'Use the Default', 'Try Again']);
    pick.type('');
    pick.enter();
    assert.deepEqual(await answer, {});
  });

  it('offers the values that are known without the current one, and accepts no others', async () => {
    const { fields = () => [] } = findAction('serverManagement.changeHubCache', 'hubCache');
    const [objectCache] = fields();
    assert.ok(objectCache?.type === 'choice');
    await world.probe.addFault('500:GET:/api/v3/*');
    const answer = ask(objectCache, { account: 'service', kind: 'hubCache', ids: [1, 101] });
    const known = ['Leave unchanged', 'Yes', 'No', 'Try Again'];
    await eventually(() => assert.deepEqual(pick.labels, known));
    assert.match(pick.items[3]?.detail ?? '', /The service failed \(500\)/);
    pick.type('maybe');
    assert.deepEqual(pick.labels, known);
    pick.enter('No');
    assert.deepEqual(await answer, { redisObjectCache: false });
  });

  it('turns switches on or off whose states are unknown, and highlights no way to lose them', async () => {
    const { fields = () => [] } = findAction('serverManagement.switchWaf', 'waf');
    const [waf] = fields();
    assert.ok(waf);
    await world.probe.addFault('500:GET:/api/*');
    let answered: unknown;
    const answer = ask(waf, { account: 'service', kind: 'waf', ids: [1, 101] }).then(
      (values) => (answered = values),
    );
    const known = ['On', 'Off'].map((state) => `Web application firewall: ${state}`);
    await eventually(() => assert.deepEqual(pick.labels, [...known, 'Try Again']));
    // Nothing is ticked, and Enter is pressed on the way to try again.
    pick.selectedItems = [];
    pick.activeItems = pick.items.slice(-1);
    pick.press();
    await eventually(() => assert.equal(pick.busy, false));
    assert.equal(answered, undefined);
    pick.enter(known[1]);
    assert.deepEqual(await answer, { isEnabled: false });
  });

  it('shows a list of schedules with the explanation of its first entry, so that none moves', async () => {
    const shown: string[] = [];
    let items: readonly vscode.QuickPickItem[] = [];
    Object.defineProperty(pick, 'items', {
      get: () => items,
      set: (value: readonly vscode.QuickPickItem[]) => {
        items = value;
        shown.push(value[0]?.detail ?? 'no explanation');
      },
    });
    void ask({ type: 'schedule', name: 'time', prompt: 'When?' });
    await eventually(() => assert.notEqual(shown.length, 0));
    assert.doesNotMatch(shown.join(), /no explanation/);
  });

  it('marks what was typed as not in a list that is there, and accepts no invisible characters', async () => {
    const answer = ask(systemUserName('Which user?'));
    await eventually(() => assert.ok(pick.labels.length > 1));
    const described = (label: string): string | undefined =>
      pick.items.find((each) => each.label === label)?.description;
    pick.type('shopp');
    assert.equal(described('shopp'), 'Not in the list. Use it anyway');
    pick.type('shop\u200b');
    const pasted = 'shop\ufffd';
    assert.equal(described(pasted), 'Remove the invisible characters: shop\ufffd');
    pick.enter(pasted);
    pick.type('shopp');
    pick.enter('shopp');
    assert.deepEqual(await answer, { username: 'shopp' });
  });

  it('only accepts an id in place of a name', async () => {
    await world.probe.addFault('403:GET:/api/v3/servers/1/users');
    const field = resourceId('user', 'Which user?');
    let answered: unknown;
    const answer = ask(field, { account: 'service', kind: 'webApplication', parents: [1] }).then(
      (values) => (answered = values),
    );
    await failed();
    pick.type('deploy');
    pick.enter();
    assert.equal(answered, undefined);
    pick.type('7');
    pick.enter();
    assert.deepEqual(await answer, { user: 7 });
  });

  it('grants or revokes access by the id of a user', async () => {
    await world.probe.addFault('403:GET:/api/v2/servers/1/databaseusers');
    const [field] = databaseAccess.fields?.() ?? [];
    assert.ok(field);
    const answer = ask(field, { account: 'service', kind: 'database', ids: [1, 101] });
    await failed();
    pick.type('deploy');
    assert.deepEqual(pick.labels, ['Try Again']);
    pick.type('7');
    assert.deepEqual(pick.labels, ['7: On', '7: Off', 'Try Again']);
    pick.enter('7: On');
    assert.deepEqual(await answer, { users: { '7': true } });
  });

  it('can request the list again', async () => {
    await world.probe.addFault('403:GET:/api/v3/servers/1/users');
    const answer = ask(systemUserName('Which user?'));
    await failed();
    await world.probe.clearFaults();
    pick.enter('Try Again');
    await eventually(() => assert.ok(pick.labels.length > 1));
    assert.equal(pick.placeholder, 'Which user?');
    const [first] = pick.labels;
    pick.enter();
    assert.deepEqual(await answer, { username: first });
  });
});

describe('a question for a resource whose list the service refuses', () => {
  let world: ActionWorld;
  let pick: TestPick;
  let pins: Pins;
  let restore: () => void;

  beforeEach(async () => {
    world = await startActionWorld();
    await world.probe.addFault('404:GET:/api/v3/servers');
    pins = new Pins(await openShared());
    pick = new TestPick();
    restore = replaceMember(vscode.window, 'createQuickPick', () => pick as never);
  });

  afterEach(async () => {
    restore();
    await world.close();
  });

  function ask(
    kind: 'server' | 'webApplication' | 'sshSettings' = 'server',
    except?: ResourceReference,
  ): ReturnType<typeof pickResource> {
    const context = world.context(new ScriptedPrompts());
    const services = {
      ...context,
      explorer: {
        sources: { pins, names: new ResourceNames(context.sessions, { ...context, pins }) },
      },
      title: 'Open Overview',
    } as unknown as Services;
    return pickResource(services, kind, except);
  }

  async function failed(): Promise<void> {
    await eventually(() => assert.match(pick.placeholder, /^Type the ID of the server, or/));
  }

  it('accepts a typed number as the id, and no other text', async () => {
    const answer = ask();
    await failed();
    pick.type('shop');
    assert.deepEqual(pick.labels, []);
    pick.type('12');
    assert.deepEqual(pick.labels, ['12']);
    pick.enter();
    assert.deepEqual(await answer, { account: 'service', kind: 'server', ids: [12] });
  });

  it('says what is asked for, and where', async () => {
    await world.probe.clearFaults();
    await world.probe.addFault('403:GET:/api/v3/servers/1/webapps');
    void ask('webApplication');
    await eventually(() => assert.ok(pick.labels.includes('shop-frankfurt')));
    pick.enter('shop-frankfurt');
    await eventually(() =>
      assert.match(
        pick.placeholder,
        /^Type the ID of the web application on shop-frankfurt, or select its name\. .*403/,
      ),
    );
  });

  it("doesn't offer the resource to compare with", async () => {
    await world.probe.clearFaults();
    void ask('sshSettings', { account: 'service', kind: 'sshSettings', ids: [1] });
    await eventually(() => assert.ok(pick.labels.includes('batch-amsterdam')));
    assert.ok(!pick.labels.includes('shop-frankfurt'));
    void ask('webApplication', { account: 'service', kind: 'webApplication', ids: [1, 101] });
    await eventually(() => assert.ok(pick.labels.includes('shop-frankfurt')));
    pick.enter('shop-frankfurt');
    await eventually(() => assert.ok(pick.labels.includes('checkout')));
    assert.ok(!pick.labels.includes('storefront'));
  });

  it('stays on Enter without a match, and says so', async () => {
    await world.probe.clearFaults();
    const answer = ask();
    await eventually(() => assert.ok(pick.labels.includes('shop-frankfurt')));
    await eventually(() => assert.equal(pick.busy, false));
    const withoutUpdates = pick.items.find(({ label }) => label === 'full-disk-seoul');
    assert.equal(withoutUpdates?.description, '198.51.100.30 · online · security updates off');
    const { labels } = pick;
    pick.type('nothing like it');
    pick.enter('none of them');
    assert.deepEqual(pick.labels, [...labels, 'No server matches']);
    pick.enter('No server matches');
    assert.deepEqual(pick.labels, [...labels, 'No server matches']);
    pick.type('shop');
    assert.deepEqual(pick.labels, labels);
    assert.equal(pick.title, 'Open Overview');
    pick.enter('shop-frankfurt');
    assert.deepEqual(await answer, { account: 'service', kind: 'server', ids: [1] });
  });

  it('offers resources added by id before, by name', async () => {
    await pins.add({ account: 'service', kind: 'server', ids: [7] }, { id: 7, name: 'Shop' });
    const answer = ask();
    await failed();
    assert.deepEqual(pick.labels, ['Shop']);
    pick.enter();
    assert.deepEqual(await answer, { account: 'service', kind: 'server', ids: [7] });
  });
});
