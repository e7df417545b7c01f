import type { Client } from '@modelcontextprotocol/client';

/** A tool's answer, with its unique mark replaced. */
export async function callOver(client: Client, name: string, input: object) {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  const texts = (content as readonly { readonly text?: string }[]).map(({ text = '' }) => text);
  return { text: withoutMarks(texts.join('')), isError: isError === true };
}

/** A text with all marks replaced by the same one. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/--- [0-9a-f-]{36} ---/g, '--- mark ---');
}
