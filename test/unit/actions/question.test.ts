import type { Confirmation } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findAction } from '../../support/actions/findAction';
import type { Action } from '../../../src/actions/action';
import { toQuestion } from '../../../src/actions/question';
import type { Subject } from '../../../src/actions/subject';

const context = {
  store: { find: () => undefined } as never,
  titleOf: (command: string) => command,
};

function actionOf(kind: Subject['target']['kind']): Action {
  return findAction('serverManagement.delete', kind);
}

function thing(name: string, label = 'Example Hosting', id = 1): Subject {
  return {
    target: { account: label, kind: 'server', ids: [id] },
    name,
    account: { label, isProduction: false },
  };
}

function ask(...things: readonly Subject[]): Confirmation {
  return toQuestion(context, actionOf('server'), {}, things);
}

describe('The question before an action', () => {
  it('says what a new resource will be called', () => {
    const action = findAction('serverManagement.createSystemUser', 'systemUser');
    const at = { account: 'a', kind: 'systemUser', parents: [1] } as const;
    const subject = { ...thing('shop-frankfurt'), target: at };
    assert.equal(
      toQuestion(context, action, { username: 'deploy' }, [subject]).message,
      'serverManagement.createSystemUser "deploy"?',
    );
    assert.equal(
      toQuestion(context, action, {}, [subject]).message,
      'serverManagement.createSystemUser?',
    );
  });

  it('counts several where the title names one', () => {
    const titles: Record<string, string> = {
      'serverManagement.disableCronJob': 'Disable Cron Job',
      'serverManagement.deployFirewallRules': 'Deploy Firewall Rules',
      'serverManagement.unsetDefault': 'Unset as Default Web Application',
    };
    const titled = { ...context, titleOf: (command: string) => titles[command] ?? command };
    const job = (id: number): Subject => ({
      ...thing('Job', 'Main', id),
      target: { account: 'Main', kind: 'cronJob', ids: [1, id] },
    });
    const disable = findAction('serverManagement.disableCronJob', 'cronJob');
    assert.equal(
      toQuestion(titled, disable, {}, [job(1), job(2), job(3)]).message,
      'Disable 3 cron jobs?',
    );
    const rulesOf = (server: number): Subject => ({
      ...thing('Rules', 'Main', server),
      target: { account: 'Main', kind: 'firewallRule', parents: [server] },
    });
    const deploy = findAction('serverManagement.deployFirewallRules', 'firewallRule');
    assert.equal(
      toQuestion(titled, deploy, {}, [rulesOf(1), rulesOf(2)]).message,
      'Deploy Firewall Rules for 2 servers?',
    );
    const siteOn = (server: number): Subject => ({
      ...thing('Site', 'Main', server),
      target: { account: 'Main', kind: 'webApplication', ids: [server, 1] },
    });
    const unset = findAction('serverManagement.unsetDefault', 'webApplication');
    assert.equal(
      toQuestion(titled, unset, {}, [siteOn(1), siteOn(2)]).message,
      'Unset as Default Web Application for 2 web applications?',
    );
  });

  it('asks to type the name if it can be typed as shown', () => {
    for (const name of ['shop', ' shop ', 'naïve café (2) – "x" $&', 'Büro', 'مرحبا', '商店']) {
      assert.equal(ask(thing(name)).typed, name.trim());
    }
    assert.equal(ask(thing('x'.repeat(60))).typed, 'x'.repeat(60));
    assert.equal(ask(thing('x'.repeat(61))).typed, 'Example Hosting');
  });

  it("asks to type the account if the name can't be typed as shown", () => {
    const names = [
      'shop\u{200b}',
      'sh\u{200d}op',
      'shop\u{202e}gpj',
      'two  blanks',
      'no\u{a0}break',
      'hard\u{ad}ly',
      'two\nlines',
      'long'.repeat(20),
      '[shop](command:quit)',
      '  ',
      '',
    ];
    for (const name of names) assert.equal(ask(thing(name)).typed, 'Example Hosting', name);
  });

  it('shows what to type for a resource with any name', () => {
    const parts = fc.constantFrom(
      'a',
      'é',
      ' ',
      '"',
      '$&',
      '{0}',
      '](',
      '\n',
      '\u{200b}',
      '\u{202e}',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (texts) => {
        const name = texts.join('');
        const { message, typed } = ask(thing(name));
        assert.ok(typed === 'Example Hosting' || message.includes(typed ?? '?'), message);
        assert.doesNotMatch(message, /\]\(|[\p{Cc}\u200b\u202a-\u202e]/u);
      }),
    );
  });

  it('asks to type every account in production, and no others', () => {
    const things = ['live', 'testing', 'shop'].map((label, index): Subject => {
      const each = thing(`s${index}`, label, index);
      return { ...each, account: { label, isProduction: label !== 'testing' } };
    });
    assert.equal(ask(...things).typed, 'live, shop');
  });

  it('lists ten resources, production first, and counts the rest', () => {
    const things = Array.from({ length: 12 }, (_each, index) =>
      thing(`s${index}`, 'testing', index),
    );
    const last = thing('precious', 'live', 99);
    const live: Subject = { ...last, account: { ...last.account, isProduction: true } };
    const { detail, typed, message } = ask(...things, live);
    const lines = detail.split('\n');
    assert.equal(message, 'Delete 13 servers?');
    assert.deepEqual(lines.slice(0, 2), ['precious (live)', 's0 (testing)']);
    assert.equal(lines[10], 'and 3 more');
    assert.equal(lines.at(-1), 'Accounts: live (Production), testing');
    assert.equal(typed, 'live');
  });
});
