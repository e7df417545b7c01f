import assert from 'node:assert/strict';
import { toPageHtml } from '../../../src/panels/page/html';

const page = toPageHtml({
  cspSource: 'https://files.example',
  nonce: 'once',
  script: 'https://files.example/dist/panel.js',
  style: 'https://files.example/media/panel.css',
  language: 'en',
  title: '"><script>alert(1)</script>',
  loading: 'Loading…',
  data: { words: '{"save":"\'<b>\\"&"}' },
});

describe('The page of a panel', () => {
  it('only allows its own script, by a nonce, and its own style', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    assert.deepEqual(policy?.split('; '), [
      "default-src 'none'",
      "script-src 'nonce-once'",
      'style-src https://files.example',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    assert.doesNotMatch(policy ?? '', /unsafe|\*|data:/);
  });

  it('has one script and nothing inline', () => {
    const scripts = page.match(/<script[^>]*>/g);
    assert.deepEqual(scripts, ['<script nonce="once" src="https://files.example/dist/panel.js">']);
    assert.doesNotMatch(page, /\son\w+=|\sstyle=|<style|javascript:/i);
  });

  it('treats no text as markup', () => {
    assert.ok(!page.includes('<script>alert'));
    assert.match(page, /<h1>&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/h1>/);
    const words = /data-words="([^"]*)"/.exec(page)?.[1] ?? '';
    assert.equal(words, "{&quot;save&quot;:&quot;'&lt;b&gt;\\&quot;&amp;&quot;}");
  });

  it('shows a skeleton at once, and announces that it is busy', () => {
    assert.match(page, /<main id="panel" aria-busy="true"/);
    assert.match(page, /class="skeleton" aria-hidden="true"/);
    assert.match(page, /aria-live="polite"/);
  });
});
