import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';

/** A line and column of a built file, as a stack names it. */
const builtPlace = /(?:file:\/\/(?:\/(?=[a-z]:))?)?((?:[a-z]:)?[\\/][^\s():]+\.m?js):(\d+):(\d+)/gi;

/**
 * Returns the stack with places in the sources. Node can map them itself, but maps each stack that is read, also those
 * of errors that a test expects: that took a seventh of the processor time of unit tests.
 */
export function toSourcePlaces(stack: string): string {
  return stack.replaceAll(
    builtPlace,
    (place: string, file: string, line: string, column: string) => {
      const entry = readMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (entry === undefined || !('originalSource' in entry)) return place;
      const source = path.resolve(path.dirname(file), entry.originalSource);
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  );
}

function readMap(file: string): SourceMap | undefined {
  if (!existsSync(`${file}.map`)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
}
