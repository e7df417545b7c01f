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
  reads = 0;
  /** The sent bodies. */
  readonly bodies: unknown[] = [];

  override async read(target: ResourceReference): Promise<Resource> {
    this.reads += 1;
    return { ...(await super.read(target)), updated_at: `read ${this.reads}` };
  }

  override write(...call: Parameters<AppClient['write']>): Promise<unknown> {
    this.bodies.push(call[1].body);
    return super.write(...call);
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
}

describe('The conflict editor', () => {
  const desk = eachTest(() => new Desk());
  beforeEach(() => desk.begin());

  async function conflict(mine: number, theirs: number): Promise<void> {
    await desk.type({ paranoia: mine });
    await desk.other({ paranoia: theirs });
    assert.equal(await desk.editor.save(), 'conflict');
  }

  it('sends a value typed next to the live one, even if the text started with that value', async () => {
    await conflict(3, 2);
    await desk.editor.compare();
    await desk.type({ paranoia: 1 });
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved');
    assert.equal(await desk.live('paranoia'), 1);
    assert.deepEqual(desk.client.bodies, [{ paranoia: 1 }]);
  });

  it("asks before overwriting; a plain save next to the comparison doesn't overwrite", async () => {
    await conflict(3, 2);
    await desk.editor.compare();
    await desk.type({ paranoia: 1 });
    assert.equal(await desk.editor.save(), 'conflict');
    assert.equal(await desk.live('paranoia'), 2);
  });

  it('overwrites values that were shown, even if others change meanwhile', async () => {
    await conflict(3, 2);
    await desk.editor.compare();
    await desk.other({ anomaly: 7 });
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('paranoia'), 3);
    assert.equal(await desk.live('anomaly'), 7);
  });

  it("overwrites no value that wasn't shown", async () => {
    await conflict(3, 2);
    assert.equal(await desk.editor.save({ overwrite: true }), 'failed', 'nothing was shown');
    await desk.editor.compare();
    await desk.other({ paranoia: 4 });
    assert.equal(await desk.editor.save({ overwrite: true }), 'failed', 'another value was shown');
    assert.equal(await desk.live('paranoia'), 4);
    await desk.editor.compare();
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved');
    assert.equal(await desk.live('paranoia'), 3);
  });

  it("doesn't overwrite a value accepted from the live side, or later changes of it", async () => {
    await conflict(3, 2);
    await desk.type({ ...(await desk.editor.compare()), anomaly: 7 });
    await desk.other({ paranoia: 4 });
    assert.equal(await desk.editor.save(), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('paranoia'), 4);
    assert.equal(await desk.live('anomaly'), 7);
  });

  it("doesn't overwrite it even if nothing else has changed", async () => {
    await conflict(3, 2);
    await desk.editor.compare();
    await desk.type({ paranoia: 2, anomaly: 7 });
    await desk.other({ paranoia: 4 });
    assert.equal(await desk.editor.save(), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('paranoia'), 4);
    assert.equal(await desk.live('anomaly'), 7);
  });

  it('sends a value that was restored after both sides were shown with the same value', async () => {
    await conflict(3, 2);
    await desk.type({ anomaly: 7 });
    await desk.other({ anomaly: 7 });
    await desk.editor.compare();
    await desk.type({ anomaly: 5 });
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('paranoia'), 3);
    assert.equal(await desk.live('anomaly'), 5);
  });

  it('sends the value of both sides once another value was shown next to it', async () => {
    await conflict(3, 2);
    await desk.type({ anomaly: 7 });
    await desk.other({ anomaly: 7 });
    await desk.editor.compare();
    await desk.other({ anomaly: 8 });
    assert.equal(await desk.editor.save(), 'conflict');
    await desk.editor.compare();
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('anomaly'), 7);
  });

  it('sends a typed value that both sides had when shown, if the live one changed back', async () => {
    await conflict(3, 2);
    await desk.type({ anomaly: 7 });
    await desk.other({ anomaly: 7 });
    await desk.editor.compare();
    await desk.other({ anomaly: 5 });
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('anomaly'), 7);
    assert.equal(await desk.live('paranoia'), 3);
  });

  it("asks again about values that were shown while the text wasn't valid", async () => {
    await conflict(3, 2);
    const { text } = desk.editor;
    await desk.editor.type('{');
    await desk.editor.compare();
    await desk.editor.type(text);
    await desk.type({ paranoia: 2 });
    await desk.other({ paranoia: 3 });
    assert.equal(await desk.editor.save(), 'conflict');
    await desk.editor.compare();
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('paranoia'), 2);
  });

  it('sends it after a restart and a second look, too', async () => {
    await conflict(3, 2);
    await desk.type({ anomaly: 7 });
    await desk.other({ anomaly: 7 });
    await desk.editor.compare();
    await desk.editor.restart();
    assert.equal(await desk.editor.save(), 'conflict');
    await desk.editor.compare();
    await desk.other({ anomaly: 5 });
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('anomaly'), 7);
  });

  it('overwrites no third value with it unseen', async () => {
    await conflict(3, 2);
    await desk.type({ anomaly: 7 });
    await desk.other({ anomaly: 7 });
    await desk.editor.compare();
    await desk.other({ anomaly: 9 });
    assert.equal(await desk.editor.save({ overwrite: true }), 'failed', '9 was not shown');
    assert.equal(await desk.live('anomaly'), 9);
  });

  it("doesn't send a value accepted from the live side, even if shown again", async () => {
    await conflict(3, 2);
    await desk.type({ anomaly: 7 });
    await desk.other({ anomaly: 8 });
    await desk.editor.compare();
    await desk.type({ anomaly: 8 });
    assert.equal(await desk.editor.save(), 'conflict');
    await desk.editor.compare();
    await desk.other({ anomaly: 5 });
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('anomaly'), 5);
  });

  it('remembers across a restart which values were shown', async () => {
    await conflict(3, 2);
    await desk.editor.compare();
    await desk.type({ paranoia: 1 });
    await desk.editor.restart();
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('paranoia'), 1);
  });

  it('continues from the values that arrived if an answer was lost', async () => {
    await conflict(3, 2);
    await desk.editor.compare();
    desk.client.disturbance = { loseWrite: 'after' };
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    desk.client.disturbance = {};
    await desk.type({ paranoia: 2 });
    assert.equal(await desk.editor.save(), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('paranoia'), 2);
  });
});

describe('A text whose original version was lost', () => {
  const desk = eachTest(() => new Desk());
  beforeEach(() => desk.begin());

  it('is in conflict if it differs, and can still be saved', async () => {
    await desk.type({ paranoia: 3 });
    await desk.editor.restart({ isForgotten: true });
    assert.equal(await desk.editor.save(), 'conflict');
    assert.equal(await desk.editor.save({ overwrite: true }), 'failed', 'nothing was shown');
    assert.equal(await desk.live('paranoia'), 1);
    await desk.editor.compare();
    assert.equal(await desk.editor.save({ overwrite: true }), 'saved', String(desk.editor.error));
    assert.equal(await desk.live('paranoia'), 3);
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
