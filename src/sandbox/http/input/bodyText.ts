import type { SandboxContext } from '../environment';
import { Refusal } from '../refusal';

/** The longest body that is read, in bytes; the API doesn't specify a limit. */
const maximumBody = 1024 * 1024;

/**
 * The body of a request, which can be read more than once.
 *
 * @throws {Refusal} 413 if it's longer than 1 MB; reading stops there.
 */
export async function bodyText(context: SandboxContext): Promise<string> {
  const text = context.get('body') ?? (await readText(context));
  context.set('body', text);
  return text;
}

async function readText(context: SandboxContext): Promise<string> {
  const announced = context.req.header('Content-Length');
  if (announced !== undefined) {
    if (Number(announced) > maximumBody) throw tooLong();
    return context.req.text();
  }
  const { body } = context.req.raw;
  return body ? readBounded(body.getReader()) : '';
}

/** Reads a body that doesn't announce its length. */
async function readBounded(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > maximumBody) {
      await reader.cancel();
      throw tooLong();
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

function tooLong(): Refusal {
  return new Refusal(413, 'The request body is longer than 1 MB.');
}
