import assert from 'node:assert/strict';
import { updateWaf as patchWaf } from '../../../src/api/contract/waf';
import { parseText, toText } from '../../../src/documents/content';
import { apply, type JsonObject, type JsonValue } from '../../../src/base/json';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { ResourceReference } from '../../../src/resources/reference';
import { AppClient } from '../../support/documents/appClient';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { createTestService } from '../sandbox/support/service';
import { eachTest } from '../../support/eachTest';

const reference: ResourceReference = { account: 'test', kind: 'waf', ids: [1, 101] };

/** A service with a read-only field that changes with every read. */
class RestlessClient extends AppClient {
  override async read(target: ResourceReference): Promise<Resource> {
    const updated_at = `read ${this.reads.length}`;
    return { ...(await super.read(target)), updated_at };
  }

  get bodies(): readonly unknown[] {
    return this.writes.map(({ body }) => body);
  }
}

/** Two people editing the same resource; both start from paranoia 1 and anomaly 5. */
class Desk {
  readonly client = new RestlessClient(createTestService());
  readonly editor = new FakeEditor(this.client, reference);

  async begin(): Promise<void> {
    await this.other({ paranoia: 1, anomaly: 5 });
    await this.editor.open();
  }

  type(fields: JsonObject): Promise<void> {
    return this.editor.type(toText({ ...parseText(this.editor.text), ...fields }));
  }

  async other(fields: JsonObject): Promise<void> {
    await this.client.exchangeUnchecked(reference, { endpoint: patchWaf }, fields);
  }

  async live(name: string): Promise<JsonValue | undefined> {
    return ((await this.client.read(reference)) as JsonObject)[name];
  }

  /** Performs steps such as `type paranoia 3`, `save: conflict` and `live paranoia 3`. */
  async play(story: string): Promise<void> {
    for (const step of story.split(', ')) {
      const [what, name = '', value] = step.split(/:? /);
      const fields = { [name]: Number(value) };
      if (what === 'type') await this.type(fields);
      else if (what === 'other') await this.other(fields);
      else if (what === 'compare') await this.editor.compare();
      else if (what === 'restart') await this.editor.restart();
      else if (what === 'live') assert.equal(await this.live(name), Number(value), step);
      else {
        const result = await this.editor.save({ overwrite: what === 'overwrite' });
        assert.equal(result, name, `${step}: ${String(this.editor.error)}`);
      }
    }
  }
}

describe('The conflict editor', () => {
  const desk = eachTest(() => new Desk());
  beforeEach(() => desk.begin());

  const conflict = 'type paranoia 3, other paranoia 2, save: conflict';
  const bothTheSame = 'type anomaly 7, other anomaly 7, compare';

  for (const [what, story] of Object.entries({
    "asks before overwriting; a plain save next to the comparison doesn't overwrite":
      'compare, type paranoia 1, save: conflict, live paranoia 2',
    'overwrites values that were shown, even if others change meanwhile':
      'compare, other anomaly 7, overwrite: saved, live paranoia 3, live anomaly 7',
    "overwrites no value that wasn't shown":
      'overwrite: failed, compare, other paranoia 4, overwrite: failed, live paranoia 4, compare, overwrite: saved, live paranoia 3',
    "doesn't overwrite it even if nothing else has changed":
      'compare, type paranoia 2, type anomaly 7, other paranoia 4, save: saved, live paranoia 4, live anomaly 7',
    'sends a value that was restored after both sides were shown with the same value': `${bothTheSame}, type anomaly 5, overwrite: saved, live paranoia 3, live anomaly 5`,
    'sends the value of both sides once another value was shown next to it': `${bothTheSame}, other anomaly 8, save: conflict, compare, overwrite: saved, live anomaly 7`,
    'sends a typed value that both sides had when shown, if the live one changed back': `${bothTheSame}, other anomaly 5, overwrite: saved, live anomaly 7, live paranoia 3`,
    'sends it after a restart and a second look, too': `${bothTheSame}, restart, save: conflict, compare, other anomaly 5, overwrite: saved, live anomaly 7`,
    'overwrites no third value with it unseen': `${bothTheSame}, other anomaly 9, overwrite: failed, live anomaly 9`,
    "doesn't send a value accepted from the live side, even if shown again":
      'type anomaly 7, other anomaly 8, compare, type anomaly 8, save: conflict, compare, other anomaly 5, overwrite: saved, live anomaly 5',
    'remembers across a restart which values were shown':
      'compare, type paranoia 1, restart, overwrite: saved, live paranoia 1',
  })) {
    it(what, () => desk.play(`${conflict}, ${story}`));
  }

  it('sends a value typed next to the live one, even if the text started with that value', async () => {
    await desk.play(`${conflict}, compare, type paranoia 1, overwrite: saved, live paranoia 1`);
    assert.deepEqual(desk.client.bodies, [{ paranoia: 1 }]);
  });

  it("doesn't overwrite a value accepted from the live side, or later changes of it", async () => {
    await desk.play(conflict);
    await desk.type({ ...(await desk.editor.compare()), anomaly: 7 });
    await desk.play('other paranoia 4, save: saved, live paranoia 4, live anomaly 7');
  });

  it("asks again about values that were shown while the text wasn't valid", async () => {
    await desk.play(conflict);
    const { text } = desk.editor;
    await desk.editor.type('{');
    await desk.editor.compare();
    await desk.editor.type(text);
    await desk.play('type paranoia 2, other paranoia 3, save: conflict, compare');
    await desk.play('overwrite: saved, live paranoia 2');
  });

  it('continues from the values that arrived if an answer was lost', async () => {
    await desk.play(`${conflict}, compare`);
    desk.client.disturbance = { loseWrite: 'after' };
    await desk.play('overwrite: saved');
    desk.client.disturbance = {};
    await desk.play('type paranoia 2, save: saved, live paranoia 2');
  });
});

describe('A text whose original version was lost', () => {
  const desk = eachTest(() => new Desk());
  beforeEach(() => desk.begin());

  it('is in conflict if it differs, and can still be saved', async () => {
    await desk.type({ paranoia: 3 });
    await desk.editor.restart({ isForgotten: true });
    await desk.play('save: conflict, overwrite: failed, live paranoia 1');
    await desk.play('compare, overwrite: saved, live paranoia 3');
    assert.deepEqual(desk.client.bodies, [{ paranoia: 3 }]);
  });

  it('is saved without a question if only read-only fields have changed', async () => {
    await desk.type({ paranoia: 3 });
    await desk.type({ paranoia: 1 });
    await desk.editor.restart({ isForgotten: true });
    assert.equal(await desk.editor.save(), 'saved', String(desk.editor.error));
    assert.deepEqual(desk.client.bodies, []);
  });

  it("can be reverted, and isn't in conflict afterwards", async () => {
    await desk.type({ paranoia: 3 });
    await desk.editor.restart({ isForgotten: true });
    await desk.editor.revert();
    await desk.type({ anomaly: 3 });
    await desk.editor.type(`// mine\n${desk.editor.text}`);
    assert.equal(await desk.editor.save(), 'saved', String(desk.editor.error));
  });

  it('reports a missing field, and a credential in the text', async () => {
    const { anomaly: _gone, ...rest } = parseText(desk.editor.text);
    await desk.editor.type(toText(rest));
    await desk.editor.restart({ isForgotten: true });
    await desk.editor.compare();
    assert.equal(await desk.editor.save({ overwrite: true }), 'failed');
    assert.match(String(desk.editor.error), /removed anomaly/);
    await desk.editor.type(toText(apply(rest, [change('anomaly', 5), change('password', 'open')])));
    assert.equal(await desk.editor.save({ overwrite: true }), 'failed');
    assert.match(String(desk.editor.error), /credential password/);
    assert.deepEqual(desk.client.bodies, []);
  });
});

describe('A read-only field', () => {
  it("doesn't block a save if the text has the value that was shown as live", async () => {
    const desk = new Desk();
    await desk.begin();
    await desk.type({ paranoia: 3 });
    await desk.other({ paranoia: 2 });
    assert.equal(await desk.editor.save(), 'conflict');
    const seen = await desk.editor.compare();
    await desk.type({ ...seen, paranoia: 3 });
    await desk.editor.compare();
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('paranoia'), 3);
  });
});

function change(name: string, after: JsonValue): Parameters<typeof apply>[1][number] {
  return { path: [name], before: undefined, after };
}
