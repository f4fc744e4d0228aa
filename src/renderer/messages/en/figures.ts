import type { Catalogue } from '../message.ts'

/** Texts about speed and cost of providers. */
export const figures = {
  'settings.figures': 'Speed and cost',
  'settings.figures.span': 'Period',
  'settings.figures.days': '{count} days',
  'settings.figures.none': 'No usage in this period.',
  'settings.figures.hint':
    'From stored chats; forks count once. First token and speed are medians. Cost uses the current prices.',
  'settings.figures.provider': 'Provider',
  'settings.figures.requests': 'Requests',
  'settings.figures.first': 'First token',
  'settings.figures.rate': 'Tokens/s',
  'settings.figures.input': 'Input',
  'settings.figures.cache': 'Cached',
  'settings.figures.output': 'Output',
  'settings.figures.cost': 'Cost',
  'settings.figures.failed': 'Failed',
  'settings.figures.notMeasured': 'not measured',
  'settings.figures.priceUnknown': 'price not set',
} as const satisfies Catalogue
