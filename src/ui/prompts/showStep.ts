import { hasBack, type StepOutcome, type StepPosition } from '../../base/questions';
import * as vscode from 'vscode';

type InputMembers =
  | 'title'
  | 'step'
  | 'totalSteps'
  | 'ignoreFocusOut'
  | 'value'
  | 'buttons'
  | 'onDidTriggerButton'
  | 'onDidHide'
  | 'show'
  | 'dispose';

interface StepButton extends vscode.QuickInputButton {
  readonly press: () => void;
}

/** `listen` gets the function that submits the answer; `stop` is aborted at the end. */
export function showStep<State>(
  input: Pick<vscode.InputBox, InputMembers>,
  position: StepPosition,
  listen: (answer: (state: State) => void) => void,
  stop = new AbortController(),
  buttons: () => readonly StepButton[] = () => [],
): Promise<StepOutcome<State>> {
  const { title, step, totalSteps } = position;
  Object.assign(input, { title, ignoreFocusOut: true });
  // A single question isn't counted.
  if (totalSteps > 1) Object.assign(input, { step, totalSteps });
  const draw = (): void => {
    const back = hasBack(position) ? [vscode.QuickInputButtons.Back] : [];
    input.buttons = [...back, ...buttons()];
  };
  draw();
  return new Promise((resolve) => {
    const end = (outcome: StepOutcome<State>): void => {
      stop.abort();
      resolve(outcome);
      input.dispose();
    };
    input.onDidTriggerButton((pressed) => {
      if (pressed === vscode.QuickInputButtons.Back) {
        end({ type: 'back', typed: input.value });
        return;
      }
      (pressed as StepButton).press();
      draw();
    });
    input.onDidHide(() => end({ type: 'cancel', typed: input.value }));
    listen((state) => end({ type: 'next', state }));
    input.show();
  });
}
