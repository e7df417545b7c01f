import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { tryCredentials } from '../../src/accounts/accountQuestions';
import { describeError } from '../../src/ui/editor/messages';

const credentials = { kind: 'token', token: 'any' } as const;

/** The workbench's own server, under its own name: its pages may read its answers. */
function ownOrigin(): string {
  const extension = vscode.extensions.getExtension('server-management.server-management-explorer');
  return `http://${extension?.extensionUri.authority}`;
}

async function ask(baseUrl: string): Promise<string> {
  return JSON.stringify(await tryCredentials({ describeError }, baseUrl, credentials));
}

describe('A service called from a browser', () => {
  it('can be reached if it allows the origin', async () => {
    assert.doesNotMatch(await ask(ownOrigin()), /CORS/);
  });

  it('that blocks other origins gets a message with both possible causes and a solution', async () => {
    // The same server under another name is another origin, and it doesn't allow any.
    const words = await ask(ownOrigin().replace('127.0.0.1', 'localhost'));
    assert.match(words, /network or the address.*CORS.*use VS Code on the desktop/s);
  });

  it("that can't be reached gets the same message, because a browser doesn't distinguish the two", async () => {
    assert.match((await ask('http://127.0.0.1:9')) ?? '', /network or the address.*CORS/);
  });
});
