/** Calls back with each message of an answer, as soon as it arrives: a line or a stream of events. */
export async function readAnswer(
  response: Response,
  onMessage: (text: string) => void,
): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text();
    if (text !== '') onMessage(text);
    return;
  }
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onMessage(line.slice('data: '.length));
  }
}
