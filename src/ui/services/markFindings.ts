import { attentionSettings, onDidChangeAttentionSettings } from '../explorer/findings/settings';
import { FindingMarks } from '../documents/help/findingMarks';
import type { Mutes } from '../../findings/mutes';

/** Marks the findings about open documents in their text. */
export function markFindings(extensionId: string, mutes: Mutes): FindingMarks {
  return new FindingMarks({
    extensionId,
    mutes,
    severityOf: (rule) => attentionSettings().severityOf(rule),
    onDidChangeSettings: onDidChangeAttentionSettings,
  });
}
