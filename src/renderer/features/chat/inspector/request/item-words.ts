import type { MessageKey } from '../../../../messages/catalogues.ts'

type ItemKey = Extract<MessageKey, `context.item.${string}`>

/** What each kind of side information of the app itself is called. */
export const ITEM_WORDS: Readonly<Record<string, ItemKey>> = {
  attachment: 'context.item.attachment',
  'skill-listing': 'context.item.skill-listing',
  'skill-delta': 'context.item.skill-delta',
  'memory-recall': 'context.item.memory-recall',
  'user-memory': 'context.item.user-memory',
  'date-change': 'context.item.date-change',
  steer: 'context.item.steer',
  'runtime-notice': 'context.item.runtime-notice',
  'hook-context': 'context.item.hook-context',
  'agent-switch': 'context.item.agent-switch',
  'plan-step': 'context.item.plan-step',
  'plan-changed': 'context.item.plan-changed',
  fork: 'context.item.fork',
  'session-notes': 'context.item.session-notes',
  'child-summary': 'context.item.child-summary',
  'team-message': 'context.item.team-message',
  'team-notice': 'context.item.team-notice',
  'chat-gist': 'context.item.chat-gist',
  'files-again': 'context.item.files-again',
  'plan-again': 'context.item.plan-again',
  'channel-origin': 'context.item.channel-origin',
}
