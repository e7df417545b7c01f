/** A command can't be carried out as it was called. The message is for the person. */
export class UnsuitableError extends Error {
  override readonly name: string = 'UnsuitableError';
}
