import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { toFieldId, toFieldPath } from '../../../src/panels/fieldId';
import {
  foreign,
  ForeignText,
  toMessage,
  toPlain,
  toTitle,
  toVisible,
} from '../../../src/base/foreignText';

describe('Service texts in panels', () => {
  it('show invisible characters and those that change the text direction', () => {
    assert.equal(toVisible('user\u{202e}gpj.exe'), 'user\u{fffd}gpj.exe');
    assert.equal(toVisible('a\u{0}b\u{1b}[31m\u{9f}'), 'a\u{fffd}b\u{fffd}[31m\u{fffd}');
    assert.equal(toVisible('two\r\nlines\tand more'), 'two lines and more');
  });

  it('show every character without a glyph, by its number', () => {
    const numbers = [
      0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d,
      0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2061, 0x2064, 0x2066, 0x2069, 0x206f, 0x2800,
      0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffb, 0x1bca0, 0x1d173, 0xe0001, 0xe0100,
    ];
    const shown = numbers.filter(
      (each) => toVisible(`ad${String.fromCodePoint(each)}min`) !== 'ad\u{fffd}min',
    );
    assert.deepEqual(
      shown.map((each) => each.toString(16)),
      [],
    );
  });

  it('leave markup, other scripts and emoji alone, because they are text', () => {
    const joined = ['❤️ 1️⃣ 👩🏽‍🚀', 'می\u{200c}خواهم', 'क्\u{200d}ष'];
    for (const text of ['<img src=x onerror=alert(1)>', 'مرحبا', '👩‍💻 naïve', ...joined]) {
      assert.equal(toVisible(text), text);
    }
  });

  it('are limited in length, and never cut within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const shown = toVisible(text);
        assert.ok(shown.length <= 301);
        assert.doesNotMatch(shown, /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        if (!/\p{Surrogate}/u.test(text)) assert.doesNotMatch(shown, /\p{Surrogate}/u);
      }),
    );
  });

  it("needn't be texts", () => {
    assert.deepEqual(
      [toVisible(7), toVisible(null), toVisible(undefined), toVisible(['a'])],
      ['7', 'null', '', '["a"]'],
    );
  });
});

describe('Service texts in messages', () => {
  /** What the editor makes a link of (1.139, `parseLinkedText`). */
  const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;
  const hostile = '[Details](command:workbench.action.quit "now")';

  it('contain no link, so that a click on a name runs nothing', () => {
    assert.match(hostile, link);
    assert.equal(toPlain(hostile), '[Details] (command: workbench.action.quit "now")');
    assert.doesNotMatch(toMessage(`It failed. The service says: ${hostile}`), link);
  });

  it('contain no link even if fragments combine to one', () => {
    const parts = fc.constantFrom('[a', ']', '(', '\n', '\u{200b}', 'command:x', ')', ' ');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
        assert.doesNotMatch(toPlain(texts.join('')), link);
        assert.doesNotMatch(toMessage(texts.join('')), link);
      }),
    );
  });

  it('keep the lines of a question, and mark invisible characters', () => {
    assert.equal(toMessage('one\ntwo\u{202e}'), 'one\ntwo\u{fffd}');
    assert.equal(toPlain('one\ntwo\u{200b}'), 'one two\u{fffd}');
  });

  it('are limited in length', () => {
    assert.equal(toPlain('x'.repeat(5_000)).length, 301);
    assert.equal(toMessage('x'.repeat(5_000)).length, 1_001);
    assert.equal(toMessage('x'.repeat(5_000), 10), `${'x'.repeat(10)}…`);
  });

  it('show no icons or images', () => {
    assert.equal(toPlain('a $(sync~spin) $(echo hi)'), 'a $ (sync~spin) $(echo hi)');
    assert.equal(toPlain('![x](https://a/b.png)'), '![x] (https://a/b.png)');
  });

  it('show an HTML tag as it is, and are no HTML', () => {
    for (const text of ['a<b> <!-- --> </b> 1 < 2', '<IMG src=x>', '<?x?>', '<https://a.test>']) {
      for (const shown of [
        toPlain(text),
        toMessage(text),
        toTitle(text),
        toMessage(toPlain(text)),
      ]) {
        // What has no width is drawn as nothing.
        assert.equal(shown.replaceAll(/[\u2060 ]/g, ''), text.replaceAll(' ', ''));
        assert.doesNotMatch(shown, /<[a-z!/?]/i);
      }
      assert.equal(toPlain(text).replaceAll('\u2060', ''), text);
    }
  });

  it("don't change if they are sanitized again", () => {
    const parts = fc.constantFrom('[a', '](', 'command:', '$(', 'add)', '<', 'img', 'x', ' ');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
        const plain = toPlain(texts.join(''));
        assert.equal(toPlain(plain), plain);
        assert.equal(toMessage(plain), plain);
        assert.doesNotMatch(plain, /\]\(|command:\S|\$\([\w~-]+\)|<[a-z!/?]/i);
      }),
    );
  });
});

describe('A foreign text', () => {
  const raw = '[a](command:b) $(add)\n<img src=x>\u{202e}';
  const plain = '[a] (command: b) $ (add) <\u{2060}img src=x>\u{fffd}';

  it('is sanitized however it is converted to a string', () => {
    const text = foreign(raw);
    assert.deepEqual(
      // oxlint-disable-next-line typescript/restrict-template-expressions
      [`${text}`, String(text), [text].join(), JSON.parse(JSON.stringify(text)), toPlain(text)],
      [plain, plain, plain, plain, plain],
    );
    assert.equal(ForeignText.rawOf(text), raw);
  });
});

describe('Ids of values in panels', () => {
  it('are distinct and can be read back, for any field name', () => {
    const path = fc.array(fc.string({ unit: 'binary' }), { minLength: 1 });
    fc.assert(
      fc.property(path, (names) => {
        assert.deepEqual(toFieldPath(toFieldId(names)), names);
        assert.doesNotMatch(toFieldId(names), /\s/);
      }),
    );
  });
});
