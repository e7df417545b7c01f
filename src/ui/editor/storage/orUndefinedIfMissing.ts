import * as vscode from 'vscode';

/** The result of a file operation; undefined if there is no such file. @throws any other error. */
export async function orUndefinedIfMissing<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
