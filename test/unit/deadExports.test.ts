import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { importsOf, sourceFiles } from '../support/imports';

/** Files that VS Code, Node or a browser loads, so nothing imports their exports. */
const entries = [
  'src/extension.ts',
  'src/web.ts',
  'src/ui/app/onDemand.ts',
  'src/agents/server/main.ts',
  'src/agents/bridge/main.ts',
];

const declaration =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

describe('Exports', () => {
  it('are all imported somewhere', () => {
    const imports = importsOf(['src', 'scripts', 'test'].flatMap(sourceFiles));
    const taken = new Set(imports.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)));
    // `import()` and `import * as` use every export.
    const whole = new Set(imports.filter(({ names }) => names.length === 0).map(({ to }) => to));
    const exported = sourceFiles('src')
      .filter((file) => !entries.includes(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, name]) => ({ file, name })),
      );
    assert.ok(exported.length > 500);
    assert.deepEqual(
      exported
        .filter(({ file, name }) => !whole.has(file) && !taken.has(`${file} ${name}`))
        .map(({ file, name }) => `${file} ${name}`),
      [],
    );
  });
});
