import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { law } from '../../../support/laws/law';
import { FileSystem, fileSystems } from '../../../support/pending/folders/fileSystems';
import { FolderWorld } from '../../../support/pending/folders/folderWorld';

/** Some of these are the same on a file system: by case, composition, or without their end. */
const alike = [
  ['CON', 'con', 'nul.txt', '../..', '.git', 'end.', 'end ', 'end', ''],
  ['Büro', 'BU\u{308}RO', 'straße', 'STRASSE', 'οδος', 'οδοσ', 'ΟΔΟΣ', 'ﬁn', 'fin'],
  ['K', '\u{212a}', 'İ', 'i\u{307}', 'ſ', 's', 'ä'.repeat(400), 'ä'.repeat(401)],
].flat();

const names = fc
  .tuple(
    fc.shuffledSubarray(alike, { minLength: alike.length - 4 }),
    fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }),
  )
  .map((all) => all.flat());

describe('An account in a folder', () => {
  for (const [system, rules] of Object.entries(fileSystems)) {
    law(
      `has a file for each resource on ${system}, and plans nothing until something changes`,
      { runs: 10 },
      fc.asyncProperty(names, async (given) => {
        const world = new FolderWorld(new FileSystem(rules));
        for (const [index, text] of given.entries()) {
          world.at('server').push({ id: index + 1, name: text });
          world.at('cronJob', 1).push({ id: index + 1, label: text, command: 'true' });
        }
        const count = await world.export();
        assert.equal(count, 2 * given.length);
        // The lock and Git's attributes are files, too.
        assert.equal(world.files.texts.size, count + 2);
        const plan = await world.plan();
        assert.deepEqual(
          [plan.changed, plan.created, plan.deleted, plan.drifted, plan.problems, plan.unknown],
          [[], [], [], [], [], []],
        );
        const before = new Map(world.files.texts);
        await world.update();
        assert.deepEqual(world.files.texts, before);
      }),
    );
  }
});
