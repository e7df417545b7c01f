import type { RuleId, Severity } from '../finding';
import { markInvisible } from '../../base/foreignText';

interface Result {
  readonly rule?: RuleId;
  readonly severity?: Severity;
  /** The names of what it's about, outermost first. */
  readonly path: readonly string[];
  readonly text?: string;
  /** In the folder with the account's files; undefined if it has none about it. */
  readonly file?: string | undefined;
  readonly line?: number;
  readonly column?: number;
}

const levels = { critical: 'error', warning: 'warning', information: 'note' } as const;

/** Findings for code scanning. Each needs a place: those without a file are about the lock. */
export function toSarif(findings: readonly Result[], lockName: string): object {
  const results = findings.map((finding) => {
    const { rule, severity = 'warning', text, file, line = 1, column = 1, path } = finding;
    const artifactLocation = { uri: encodeURI(file ?? lockName) };
    const region = { startLine: line, startColumn: column };
    return {
      ruleId: rule,
      level: levels[severity],
      message: { text: markInvisible(`${path.join(' › ')}: ${text}`) },
      locations: [{ physicalLocation: { artifactLocation, region } }],
    };
  });
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) => ({ id }));
  const driver = { name: 'server-management', rules };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
}
