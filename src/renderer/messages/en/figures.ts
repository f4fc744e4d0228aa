import type { Catalogue } from '../message.ts'

/** Texts about speed and cost of providers. */
export const figures = {
  'settings.figures': 'Speed and cost',
  'settings.figures.span': 'Over how many days',
  'settings.figures.days': '{count} days',
  'settings.figures.none':
    'Nothing was asked of a model in these days. Figures appear here with the first answer.',
  'settings.figures.hint':
    'From the chats that are kept, forks counted once. First word and speed are the middle of all answers; cost is at the prices that are set now.',
  'settings.figures.provider': 'Provider',
  'settings.figures.requests': 'Requests',
  'settings.figures.first': 'First word',
  'settings.figures.rate': 'Tokens/s',
  'settings.figures.input': 'Read',
  'settings.figures.cache': 'From cache',
  'settings.figures.output': 'Written',
  'settings.figures.cost': 'Cost',
  'settings.figures.failed': 'Failed',
  'settings.figures.notMeasured': 'not measured',
  'settings.figures.priceUnknown': 'price unknown',
} as const satisfies Catalogue
