import assert from 'node:assert/strict';
import { acceptedOutcome, type ActionCase } from '../../support/actions/actionCase';
import { actionCases } from '../../support/actions/cases';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { forward, type RecordingServer, startRecordingServer } from '../../support/httpServer';

/** What services answer to a write that they performed (API beyond, trap 4): each action meets one of them. */
const answers = ['{}', '', 'null', '{"message":"Done."}', 'Done.', '[]', 'true', '"done"'];

/** A proxy to the service that performs every write and then returns an answer of the test. */
function startOddService(url: string, odd: () => string): Promise<RecordingServer> {
  return startRecordingServer(async (request, response) => {
    const answer = await forward(url, request);
    const text = await answer.text();
    response.writeHead(answer.status, { 'Content-Type': 'application/json' });
    response.end(request.method === 'GET' || !answer.ok ? text : odd());
  });
}

function titleOf({ command, target, request }: ActionCase): string {
  return `${command} on a ${target.kind}: ${request.method} ${request.path}`;
}

describe('A write with an unusual answer', () => {
  let odd = '';
  let world: ActionWorld;
  let between: RecordingServer | undefined;

  beforeEach(async () => {
    world = await startActionWorld({
      through: async (url) => (between = await startOddService(url, () => odd)),
    });
  });

  afterEach(() => world.close());

  for (const [index, each] of actionCases.entries()) {
    const answer = answers[index % answers.length] ?? '';
    it(`counts as done, or as accepted if no read shows it, and is followed by at most one read: ${titleOf(each)} answered with "${answer}"`, async () => {
      odd = answer;
      const { command, target, request } = each;
      const prompts = new ScriptedPrompts({ answers: each.answers ?? {} });
      const { status } = await runCommand(world.context(prompts), command, [target]);
      const outcome = acceptedOutcome(each);
      assert.deepEqual([status, prompts.summaries], [outcome, []]);
      const { length } = [...prompts.told, ...world.created];
      assert.equal(length, 1, 'the person gets one message');
      assert.deepEqual(
        world.written.map((write) => write.outcome),
        [outcome],
      );
      const requests = (between?.requests ?? []).map(({ method, target: path }) => {
        return `${method} ${path}`;
      });
      const sent = requests.findIndex((line) => !line.startsWith('GET '));
      assert.equal(requests[sent]?.split('?')[0], `${request.method} ${request.path}`);
      const after = requests.slice(sent + 1);
      assert.ok(
        after.every((line) => line.startsWith('GET ')),
        `written once: ${after.join()}`,
      );
      assert.deepEqual(after, [...new Set(after)], 'something was read twice');
    });
  }
});
