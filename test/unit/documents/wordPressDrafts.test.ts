import assert from 'node:assert/strict';
import { clientOfSandbox, collectionOfKind, storeOf } from '../../support/documents/draftCases';
import { openDrafts, plainly } from '../../support/documents/openDrafts';
import { newWebApplication, wordPress } from '../../support/newWebApplications';
import type { JsonObject } from '../../../src/base/json';
import { toContent } from '../../../src/documents/content';
import { creations } from '../../../src/documents/creations/creations';
import { findKind } from '../../../src/resources/kinds/kinds';

const { password, dbPassword, ...asked } = wordPress;
const secrets: Readonly<Record<string, string>> = { password, dbPassword };
const customNames = [...Object.keys(newWebApplication), 'publicPath'];
const wordPressNames = [...customNames, ...Object.keys(asked)];
const webApplications = collectionOfKind('webApplication');

/** Drafts in a sandbox, and a person who types every requested secret. */
class World {
  readonly client = clientOfSandbox();
  readonly sent: { path: string; body: unknown }[] = [];
  readonly secretsAsked: string[] = [];

  readonly drafts = openDrafts(
    {
      ...this.client,
      write: (target, request) => {
        this.sent.push({ path: request.endpoint.path, body: request.body });
        return this.client.write(target, request);
      },
    },
    storeOf(this.client),
    {
      secrets: (_kind, fields) => {
        this.secretsAsked.push(...fields.map(({ name }) => name));
        return Promise.resolve(
          fields.map(({ name }) => ({ path: [name], before: undefined, after: secrets[name] })),
        );
      },
    },
  );

  content(path: string): JsonObject {
    return JSON.parse(this.drafts.find(path)?.text ?? '') as JsonObject;
  }

  async create(path: string, content: JsonObject): Promise<void> {
    await this.drafts.create(path, JSON.stringify(content), [], plainly);
  }

  /** Starts a duplicate of the sandbox's first web application of a type. */
  async duplicate(type: string): Promise<string> {
    const found = (await this.client.list(webApplications)).find((each) => each['type'] === type);
    assert.ok(found, type);
    return this.drafts.start(webApplications, toContent(findKind('webApplication'), found));
  }
}

describe('A draft of a WordPress site', () => {
  it('has the fields of the form, copies those of a duplicate, and uses the operation that sets up WordPress', async () => {
    const world = new World();
    const path = await world.duplicate('wordpress');
    const copied = world.content(path);
    assert.deepEqual(Object.keys(copied).toSorted(), wordPressNames.toSorted());
    assert.deepEqual([copied['phpVersion'], copied['domainName']], ['php83', '']);
    await world.create(path, { ...copied, name: 'news', domainName: 'news.example.com', ...asked });
    assert.deepEqual(world.secretsAsked, ['password', 'dbPassword']);
    assert.deepEqual(world.sent, [
      {
        path: '/servers/{serverId}/webapps/wordpress',
        body: { ...copied, name: 'news', domainName: 'news.example.com', ...wordPress },
      },
    ]);
    const sites = await world.client.list(webApplications);
    assert.equal(sites.find(({ name }) => name === 'news')?.['type'], 'wordpress');
  });

  it('starts with the same fields if it is new', async () => {
    const world = new World();
    const [variant] = creations.webApplication?.variants ?? [];
    assert.ok(variant);
    const path = await world.drafts.start(webApplications, undefined, variant);
    assert.deepEqual(Object.keys(world.content(path)).toSorted(), wordPressNames.toSorted());
  });

  it('remains one while it has any of its own fields; that of a web application never asks for secrets', async () => {
    const world = new World();
    const { siteTitle: _left, ...rest } = { ...newWebApplication, ...asked };
    const path = await world.drafts.start(webApplications);
    await assert.rejects(world.create(path, rest), /siteTitle|problem|invalid/i);
    assert.deepEqual(
      world.sent.map((each) => each.path),
      ['/servers/{serverId}/webapps/wordpress'],
    );
    world.secretsAsked.length = 0;
    await world.create(path, newWebApplication);
    assert.deepEqual(world.secretsAsked, []);
    assert.equal(world.sent.at(-1)?.path, '/servers/{serverId}/webapps/custom');
  });

  it("isn't created by duplicating a custom web application", async () => {
    const world = new World();
    const custom = world.content(await world.duplicate('custom'));
    assert.deepEqual(Object.keys(custom).toSorted(), customNames.toSorted());
  });
});
