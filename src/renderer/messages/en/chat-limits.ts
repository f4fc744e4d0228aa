import type { Catalogue } from '../message.ts'

/** The lines of what a chat, an agent or a team may use. */
export const chatLimits = {
  'chat.limits.raise': 'Raise the limit',
  'chat.limits.set': 'Set limits',
  'chat.limits.change': 'Change limits',
  'chat.limits.form': 'Limits of this chat',
  'chat.limits.hint':
    'For this chat and all its agents. At the second limit they pause after the current request. Minutes are summed over all agents, without the time spent waiting for you.',
  'chat.limits.warnCost': 'Warn at ($)',
  'chat.limits.stopCost': 'Pause at ($)',
  'chat.limits.warnTokens': 'Warn at (tokens)',
  'chat.limits.stopTokens': 'Pause at (tokens)',
  'chat.limits.warnMinutes': 'Warn at (minutes)',
  'chat.limits.stopMinutes': 'Pause at (minutes)',
  'chat.limits.time': 'Time',
  'chat.limits.minutes': '{count} min',
  'chat.limits.none': 'none',
  'chat.limits.wrong': 'Enter an amount above 0, or leave it empty.',
  'chat.limits.late': 'The warning would come after the pause. Enter at most the amount of the pause.',
  'chat.limits.save': 'Save limits',
  'chat.limits.cancel': 'Cancel',
  'chat.limits.tokens': 'Tokens',
  'chat.limits.tokenCount': '{tokens} tokens',
  'chat.limits.warnsAt': 'warns at {line}',
  'chat.limits.stopsAt': 'pauses at {line}',
} as const satisfies Catalogue
