import type * as vscode from 'vscode';
import { showStep } from './showStep';
import type { StepOutcome, StepPosition } from '../../base/questions/wizard';
import { askWithTyped } from '../../base/questions/askWithTyped';
import type { TextQuestion } from '../../base/questions/question';
import { createInputBox } from '../editor/quickInput';

/** Asks for a text. Surrounding spaces are trimmed. */
export function askText(
  question: TextQuestion,
  position: StepPosition,
): Promise<StepOutcome<string>> {
  return askWithTyped(question, position, (value) => showBox(question, position, value));
}

function showBox(
  question: TextQuestion,
  position: StepPosition,
  value: string,
): Promise<StepOutcome<string>> {
  const box = createInputBox();
  box.prompt = question.prompt;
  box.value = value;
  if (position.problem) box.validationMessage = position.problem;
  if (question.placeholder) box.placeholder = question.placeholder;
  box.password = question.isSecret ?? false;
  const stop = new AbortController();
  return showStep<string>(box, position, {
    onEnd: () => stop.abort(),
    listen: (answer) => {
      box.onDidChangeValue((text) => {
        box.validationMessage = text === '' ? undefined : question.validate?.(text.trim());
      });
      box.onDidAccept(async () => {
        if (box.busy) return;
        const text = box.value.trim();
        box.validationMessage =
          question.validate?.(text) ?? (await checkBusily(box, question, text, stop.signal));
        if (!box.validationMessage) answer(text);
      });
    },
  });
}

/** Returns what's wrong with an accepted text; the box is disabled until that is known. */
async function checkBusily(
  box: vscode.InputBox,
  { check }: TextQuestion,
  text: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!check) return undefined;
  box.busy = true;
  box.enabled = false;
  try {
    return await check(text, signal);
  } finally {
    box.busy = false;
    box.enabled = true;
  }
}
