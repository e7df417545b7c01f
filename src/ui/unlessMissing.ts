import * as vscode from 'vscode';

/** What the work on a file leads to; nothing where there is no such file. @throws what else it throws. */
export async function unlessMissing<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
