import { parseArguments, usage } from './cliArguments';
import { type ServerOptions, startSandbox } from './start';
import { toTimestamp } from './state/time';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readArguments(): ServerOptions | 'help' | undefined {
  try {
    return parseArguments(process.argv.slice(2));
  } catch (error) {
    console.error(`${messageOf(error)}\nRun it with --help to see what it takes.`);
    process.exitCode = 2;
    return undefined;
  }
}

function explain(error: unknown, { port }: ServerOptions): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `The port ${port} is in use. Choose another with --port, or leave it out for a free one.`;
  }
  return `The sandbox could not start: ${messageOf(error)}`;
}

async function run(options: ServerOptions): Promise<void> {
  const { day = toTimestamp(new Date()).slice(0, 'YYYY-MM-DD'.length) } = options;
  const sandbox = await startSandbox({ ...options, day });
  const { url, token } = sandbox;
  console.log(JSON.stringify({ url, token }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close());
  }
}

const options = readArguments();
if (options === 'help') {
  console.log(usage);
} else if (options) {
  run(options).catch((error: unknown) => {
    console.error(explain(error, options));
    process.exitCode = 1;
  });
}
