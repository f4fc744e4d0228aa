import type { MessageKey } from '../../messages/catalogues.ts'

type ItemKey = Extract<MessageKey, `context.item.${string}`>
type ItemKind = ItemKey extends `context.item.${infer Kind}` ? Kind : never

const KINDS: readonly ItemKind[] = [
  'attachment',
  'skill-listing',
  'skill-delta',
  'tool-delta',
  'tool-hint',
  'memory-recall',
  'user-memory',
  'date-change',
  'mode',
  'branch-change',
  'extra-folders',
  'files-changed',
  'project-rules',
  'steer',
  'runtime-notice',
  'hook-context',
  'new-problems',
  'agent-switch',
  'plan-step',
  'plan-changed',
  'plan-reminder',
  'fork',
  'session-notes',
  'notes-reminder',
  'child-summary',
  'team-message',
  'background-program',
  'team-notice',
  'chat-gist',
  'files-again',
  'plan-again',
  'channel-origin',
]

/** Labels of the app's item kinds. */
export const ITEM_WORDS: Readonly<Record<string, ItemKey>> = Object.fromEntries(
  KINDS.map((kind): [string, ItemKey] => [kind, `context.item.${kind}`]),
)
