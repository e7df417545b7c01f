// What action.yml runs: `run` prints the Markdown of a command into a file and the summary of the job, `comment` puts
// it on the pull request, in place of the comment of the run before. Plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const { env } = process;
const { RUNNER_TEMP = '.', SERVER_MANAGEMENT_COMMAND: command = 'plan' } = env;
const file = path.join(RUNNER_TEMP, `server-management-${command}.md`);
const mark = `<!-- server-management ${command} -->`;

function run() {
  // With this event, a fork's files would be read together with the secrets.
  if (env['GITHUB_EVENT_NAME'] === 'pull_request_target') {
    throw new Error('Use pull_request: pull_request_target gives forks the token.');
  }
  if (!['plan', 'drift', 'check'].includes(command)) throw new Error('Unknown command.');
  const program = path.join(root, 'dist', 'cli.js');
  if (!existsSync(program)) {
    const build = 'npm ci --ignore-scripts && node esbuild.js --production';
    const withoutToken = { ...env, SERVER_MANAGEMENT_TOKEN: '' };
    spawnSync(build, { cwd: root, shell: true, stdio: 'inherit', env: withoutToken });
  }
  const { SERVER_MANAGEMENT_FOLDER: folder = '', SERVER_MANAGEMENT_URL: url = '' } = env;
  const paths = env['SERVER_MANAGEMENT_PATHS'] ? [`--paths=${env['SERVER_MANAGEMENT_PATHS']}`] : [];
  const args = [program, command, '--markdown', `--url=${url}`, ...paths, '--', folder];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 10_000_000,
  });
  const text =
    stdout || `### ${command}\n\nIt couldn't be determined. The log of the job says why.\n`;
  writeFileSync(file, text);
  if (env['GITHUB_STEP_SUMMARY']) appendFileSync(env['GITHUB_STEP_SUMMARY'], text);
  if (env['GITHUB_OUTPUT']) appendFileSync(env['GITHUB_OUTPUT'], `exit-code=${status ?? 1}\n`);
}

async function comment() {
  const event = JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
  const repository = `${env['GITHUB_API_URL']}/repos/${env['GITHUB_REPOSITORY']}`;
  const comments = `${repository}/issues/${Number(event.pull_request.number)}/comments`;
  const body = { body: `${mark}\n${readFileSync(file, 'utf8')}` };
  const own = await findOwn(comments);
  if (own === undefined) await call('POST', comments, body);
  else await call('PATCH', `${repository}/issues/comments/${own}`, body);
}

/**
 * The id of the comment of an earlier run; others' comments are left alone.
 *
 * @param {string} comments
 * @returns {Promise<number | undefined>}
 */
async function findOwn(comments) {
  for (let page = 1; ; page += 1) {
    const all = await call('GET', `${comments}?per_page=100&page=${page}`);
    const own = all.find(
      (/** @type {{ body?: string, user?: { login?: string } }} */ { body, user }) =>
        user?.login === 'github-actions[bot]' && body?.startsWith(mark) === true,
    );
    if (own || all.length < 100) return own?.id;
  }
}

/**
 * @param {string} method
 * @param {string} url
 * @param {object} [body]
 */
async function call(method, url, body) {
  const response = await fetch(url, {
    method,
    redirect: 'error',
    headers: {
      Accept: 'application/vnd.github+json',
      Authorization: `Bearer ${env['GITHUB_TOKEN']}`,
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) {
    const hint = response.status === 403 ? ' The job needs "pull-requests: write".' : '';
    throw new Error(`${method} ${new URL(url).pathname}: ${response.status}.${hint}`);
  }
  return response.json();
}

const tasks = { run, comment };

try {
  await tasks[/** @type {keyof typeof tasks} */ (process.argv[2])]();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
