import type { Catalogue } from '../message.ts'

export const snip = {
  'snip.snip': 'Leave out of the context',
  'snip.restore': 'Put back into the context',
  'snip.out': 'Left out: the model does not read this and what answers it',
  'snip.done': 'Left out from the next request on. The chat keeps it.',
  'snip.undo': 'Undo',
  'snip.row': 'Left out of the context:',
  'snip.saves': 'about {tokens} tokens less',
  'snip.putBack': 'Put back',
  'snip.list': 'Left out of the context',
} as const satisfies Catalogue
