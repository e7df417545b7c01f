import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { updateWaf } from '../../../src/api/contract/waf';
import { planRequest, referencePathWords } from '../../../src/api/request';
import { parseNewText, parseText, toText } from '../../../src/documents/content';
import { DocumentError } from '../../../src/documents/writing/outcome';
import { apply, diff, type JsonObject } from '../../../src/base/json';
import { planSave } from '../../../src/documents/plan/savePlan';
import { findKind } from '../../../src/resources/kinds/kinds';

const waf = findKind('waf');

/** The problems of a text, each as its reason and the marked piece of text. */
function problemsOf(text: string, read = parseText): readonly string[] {
  try {
    read(text);
    return [];
  } catch (error) {
    assert.ok(error instanceof DocumentError);
    return error.problems.map(({ reason, path, offset }) => {
      if (offset === undefined) return `${reason} ${path.join('.')}`;
      const [piece] = /^"[^"]*"|^[-+.\w]+/.exec(text.slice(offset)) ?? [''];
      return `${reason} ${piece}`;
    });
  }
}

/** The problems of a save, each as its reason and field. */
function refusals(base: JsonObject, mine: JsonObject, theirs: JsonObject = base): string[] {
  try {
    planSave(waf, { base, mine, theirs });
    return [];
  } catch (error) {
    assert.ok(error instanceof DocumentError);
    return error.problems.map(({ reason, path }) => `${reason} ${path.join('.')}`);
  }
}

describe('The text of a document', () => {
  it('is rejected for a number that would be rounded or lost', () => {
    assert.deepEqual(problemsOf('{"a": 1e999}'), ['number 1e999']);
    assert.deepEqual(problemsOf('{"a": -1e999}'), ['number -1e999']);
    assert.deepEqual(problemsOf('{"a": [{"b": 9007199254740993}]}'), ['number 9007199254740993']);
    assert.deepEqual(problemsOf('{"a": 1e-400}'), ['number 1e-400']);
    assert.deepEqual(problemsOf('{"a": 0.10000000000000000001}'), [
      'number 0.10000000000000000001',
    ]);
  });

  it('may write a number in any equivalent form', () => {
    for (const number of ['0', '-0', '0.0', '1.50', '1e3', '1E+3', '0.1', '10e-1', '-12.5e2']) {
      assert.deepEqual(problemsOf(`{"a": ${number}}`), [], number);
    }
  });

  it('is rejected for a duplicate member at any depth', () => {
    assert.deepEqual(problemsOf('{"a": 1, "a": 1}'), ['duplicate "a"']);
    assert.deepEqual(problemsOf(String.raw`{"x": [{"a": 1, "\u0061": 2}]}`), [
      String.raw`duplicate "\u0061"`,
    ]);
    assert.deepEqual(problemsOf('{"__proto__": 1, "b": {"__proto__": 2, "__proto__": 3}}'), [
      'duplicate "__proto__"',
    ]);
  });

  it('of a new resource is rejected for a lost character or an unsafe number', () => {
    const text = '{"a": "Caf\u{fffd}", "b": {"c": [9007199254740992]}, "d": "Café 😀"}';
    assert.deepEqual(problemsOf(text, parseNewText), ['replacement a', 'number b']);
  });

  it('reports all problems at once', () => {
    const found = problemsOf('{"a": 1e999, "b": 1, "b": 9007199254740993}');
    assert.deepEqual(found, ['number 1e999', 'duplicate "b"', 'number 9007199254740993']);
  });

  it('is read like JSON or rejected', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const whole = `{"a": ${text}}`;
        if (problemsOf(whole).length > 0) return;
        assert.deepEqual(parseText(whole), JSON.parse(whole));
      }),
    );
  });

  it('survives reading and printing: names, lone surrogates, every double', () => {
    const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('__proto__'));
    const value = fc.letrec<{ value: unknown; object: JsonObject }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        fc.integer(),
        fc.string({ unit: 'binary' }),
        fc.array(fc.nat(0xff_ff), { maxLength: 3 }).map((units) => String.fromCharCode(...units)),
        fc.constantFrom(null, true, false),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc.dictionary(name, tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      }) as fc.Arbitrary<JsonObject>,
    })).object;
    fc.assert(
      fc.property(value, (content) => {
        const text = toText(content);
        assert.deepEqual(problemsOf(text), []);
        assert.equal(toText(parseText(text)), text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps every other value unchanged if one changes', () => {
    const object = fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), fc.json(), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(object, fc.constantFrom('a', '__proto__'), fc.json(), (members, name, value) => {
        const lines = (all: Record<string, string>): string =>
          `{${Object.entries(all)
            .map(([key, json]) => `${JSON.stringify(key)}: ${json}`)
            .join(', ')}}`;
        const changed = new Map([...Object.entries(members), [name, value]]);
        const after = lines(Object.fromEntries(changed));
        if (problemsOf(after).length > 0 || problemsOf(lines(members)).length > 0) return;
        const base = parseText(lines(members));
        const made = apply(base, diff(base, parseText(after)));
        assert.deepEqual(made, JSON.parse(after));
      }),
    );
  });
});

describe('A save', () => {
  const base = { isEnabled: true, paranoia: 1, anomaly: 5, rulesExclusion: { drupal: false } };

  it('is rejected for an integer that not every reader keeps exactly', () => {
    assert.deepEqual(refusals(base, { ...base, anomaly: 2 ** 53 }), ['number anomaly']);
    assert.deepEqual(refusals(base, { ...base, anomaly: -1e20 }), ['number anomaly']);
    assert.deepEqual(refusals(base, { ...base, anomaly: 2 ** 53 - 1 }), []);
    const nested = { ...base, rulesExclusion: { drupal: false, other: [{ deep: 1e300 }] } };
    assert.deepEqual(refusals(base, nested), ['number rulesExclusion.other']);
  });

  it('accepts such a number if the service already has it', () => {
    const live = { ...base, id: 1e20, anomaly: 2 ** 60 };
    assert.deepEqual(refusals(live, { ...live, paranoia: 2 }), []);
  });

  it('is rejected for a character that replaces a lost one', () => {
    const mine = { ...base, rulesExclusion: { drupal: 'Caf\u{fffd}' } };
    assert.deepEqual(refusals(base, mine), ['replacement rulesExclusion.drupal']);
    const named = { ...base, rulesExclusion: { drupal: false, 'gr\u{fffd}\u{fffd}er': true } };
    assert.deepEqual(refusals(base, named), ['replacement rulesExclusion.gr\u{fffd}\u{fffd}er']);
  });

  it('accepts such a character if the value already had it', () => {
    const live = { ...base, rulesExclusion: { drupal: 'Caf\u{fffd}' } };
    const mine = { ...base, rulesExclusion: { drupal: 'Caf\u{fffd} more' } };
    assert.deepEqual(refusals(live, { ...live, paranoia: 2 }), []);
    assert.deepEqual(refusals(live, mine), []);
    const more = { ...base, rulesExclusion: { drupal: 'Caf\u{fffd}\u{fffd}' } };
    assert.deepEqual(refusals(live, more), ['replacement rulesExclusion.drupal']);
  });

  it('sends a member of any name', () => {
    const mine = parseText(
      '{"isEnabled": true, "paranoia": 1, "anomaly": 5, "rulesExclusion": {"drupal": false, "__proto__": true}}',
    );
    const plan = planSave(waf, { base, mine, theirs: base });
    const path = { serverId: 1, webappId: 2 };
    const body = plan.writes[0]?.body as never;
    const request = planRequest(updateWaf, 'v3', { path, body }, referencePathWords);
    assert.equal(
      JSON.stringify(request.body),
      '{"rulesExclusion":{"drupal":false,"__proto__":true}}',
    );
  });
});

describe('A nested object that a service may replace', () => {
  it('is sent whole, with the live values of unchanged members', () => {
    const base = {
      paranoia: 1,
      rulesExclusion: { drupal: false, wordpress: true, magento: false },
    };
    const mine = { ...base, rulesExclusion: { ...base.rulesExclusion, drupal: true } };
    const theirs = {
      paranoia: 2,
      rulesExclusion: { ...base.rulesExclusion, magento: true, joomla: true },
    };
    const [write] = planSave(waf, { base, mine, theirs }).writes;
    assert.deepEqual(write?.body, {
      rulesExclusion: { drupal: true, wordpress: true, magento: true, joomla: true },
    });
  });

  it("isn't sent if nothing in it changed", () => {
    const base = { paranoia: 1, rulesExclusion: { drupal: false } };
    const [write] = planSave(waf, { base, mine: { ...base, paranoia: 3 }, theirs: base }).writes;
    assert.deepEqual(write?.body, { paranoia: 3 });
  });
});
