import type { Failure, Report } from './report';

/** Distinguishes the output of tests from VS Code's own log. */
const printMark = '│ ';
/** Marks parts of the report: if tests run in a browser, only its log is accessible. */
const reportMark = '║ ';

/** A line as printed by tests. */
export function toPrinted(line: string): string {
  return printMark + line;
}

/** The printed text, if `line` is a marked one of VS Code's log. */
export function fromPrinted(line: string): string | undefined {
  return after(printMark, line);
}

/** The report in lines, because VS Code shortens very long ones. */
export function toReported({ failures, ...counts }: Report): string[] {
  return [...failures, counts].map((part) => reportMark + JSON.stringify(part));
}

/** Assembles the report from its lines: `read` returns it once it is complete. */
export class ReportedReport {
  readonly #failures: Failure[] = [];

  read(line: string): Report | undefined {
    const text = after(reportMark, line);
    if (text === undefined) return undefined;
    // Written by `toReported` of the same build: it can be trusted.
    const part = JSON.parse(text) as Failure | Omit<Report, 'failures'>;
    if ('passed' in part) return { ...part, failures: this.#failures };
    this.#failures.push(part);
    return undefined;
  }
}

function after(mark: string, line: string): string | undefined {
  return line.startsWith(mark) ? line.slice(mark.length) : undefined;
}
