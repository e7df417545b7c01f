/** A random sequence of steps that checks itself. */
interface Story<Step> {
  begin(): Promise<unknown>;
  perform(step: Step): Promise<unknown>;
  end(): Promise<unknown>;
}

/** Performs a story from its beginning to its end, one step after the other. */
export async function performStory<Step>(
  story: Story<Step>,
  steps: readonly Step[],
): Promise<void> {
  await story.begin();
  for (const step of steps) {
    await story.perform(step);
  }
  await story.end();
}
