import type { Catalogue } from '../message.ts'

/** The lines of what a chat, an agent or a team may use. */
export const chatLimits = {
  'chat.limits.raise': 'Raise the line',
  'chat.limits.set': 'Set limits',
  'chat.limits.change': 'Change limits',
  'chat.limits.form': 'Limits of this chat',
  'chat.limits.hint':
    'For this chat with all its agents. At the second line they pause between two requests; nothing under way is cut off. Minutes of all of them are added up; waiting for you is not counted.',
  'chat.limits.warnCost': 'Tell me at ($)',
  'chat.limits.stopCost': 'Pause at ($)',
  'chat.limits.warnTokens': 'Tell me at (tokens)',
  'chat.limits.stopTokens': 'Pause at (tokens)',
  'chat.limits.warnMinutes': 'Tell me at (minutes)',
  'chat.limits.stopMinutes': 'Pause at (minutes)',
  'chat.limits.time': 'Time',
  'chat.limits.minutes': '{count} min',
  'chat.limits.none': 'none',
  'chat.limits.wrong': 'Write an amount above 0, or leave it empty.',
  'chat.limits.late': 'You would be told only after the pause. Write at most what stands beside it.',
  'chat.limits.save': 'Save limits',
  'chat.limits.cancel': 'Cancel',
  'chat.limits.tokens': 'Tokens',
  'chat.limits.tokenCount': '{tokens} tokens',
  'chat.limits.warnsAt': 'tells at {line}',
  'chat.limits.stopsAt': 'pauses at {line}',
} as const satisfies Catalogue
