// npm start [-- --browser] [--port <port>]: VS Code with the extension and the sandbox, for a person to try.
import { parseArgs } from 'node:util';
import { startDesktop } from './start/desktop';
import { startInBrowser } from './start/inBrowser';
import { findOnPath } from '../test/harness/system/findOnPath';

function readArguments(): { browser: boolean; port: number } {
  const { values } = parseArgs({
    options: {
      browser: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port takes a number from 0 (any free port) to 65535, not "${values.port}".`);
  }
  // Only the browser variant takes a port.
  return { browser: values.browser || port > 0, port };
}

try {
  const { browser, port } = readArguments();
  const code = browser ? undefined : findOnPath('code');
  if (code === undefined) await startInBrowser(port);
  else await startDesktop(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
