import type { Catalogue } from '../message.ts'

export const snip = {
  'snip.snip': 'Exclude from context',
  'snip.restore': 'Include in context',
  'snip.out': 'Excluded: the model does not read this message and its answer',
  'snip.done': 'Excluded from the next request on. The chat keeps it.',
  'snip.undo': 'Undo',
  'snip.row': 'Excluded from context:',
  'snip.saves': 'about {tokens} tokens less',
  'snip.putBack': 'Include',
  'snip.list': 'Excluded from context',
} as const satisfies Catalogue
