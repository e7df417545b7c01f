import type { Client } from '@modelcontextprotocol/client';

/** What a tool answers, with marks that are new in each answer replaced. */
export async function callOver(client: Client, name: string, input: object) {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  const texts = (content as readonly { readonly text?: string }[]).map(({ text = '' }) => text);
  return { text: withoutMarks(texts.join('')), isError: isError === true };
}

/** A text in which all marks are the same. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/--- [0-9a-f-]{36} ---/g, '--- mark ---');
}
