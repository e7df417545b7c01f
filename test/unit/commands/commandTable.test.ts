import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actionCases } from '../../support/actions/cases';
import { commandTable } from '../../support/commands/commandTable';

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
};

describe('The table of what other extensions can do with commands', () => {
  it('contains exactly the commands of the manifest', () => {
    assert.deepEqual(
      Object.keys(commandTable).toSorted(),
      contributes.commands.map(({ command }) => command).toSorted(),
    );
  });

  it('says the same of an action in each of its cases', () => {
    for (const { command, asks } of actionCases) assert.equal(asks, commandTable[command].asks);
  });

  it('lets no command write to a service without a question', () => {
    const unasked = Object.entries(commandTable).filter(
      ([, { writes, asks }]) => writes === 'service' && asks === undefined,
    );
    assert.deepEqual(unasked, []);
  });
});
