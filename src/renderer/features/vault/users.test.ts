import { expect, it } from 'vitest'
import type { ModelListing } from '#shared/model/model.ts'
import { kindOf, usersOf } from './users.ts'

const model = (label: string, apiKeyRef: string | null) =>
  ({ label, apiKeyRef, baseUrl: 'https://api.lab.example/v1' }) as ModelListing

it('lists the models that name a secret with where it goes, and behind them who used it before', () => {
  const models = [model('lab/a', 'vault:lab'), model('lab/b', 'vault:lab'), model('lab/c', 'env:LAB')]
  const secret = { name: 'lab', usedBy: ['lab/a', 'lab/old'], refused: ['lab/b'] }
  expect(usersOf(secret, models)).toEqual([
    { by: 'lab/a', host: 'api.lab.example', allowed: true },
    { by: 'lab/b', host: 'api.lab.example', allowed: false },
    { by: 'lab/old', host: null, allowed: true },
  ])
  expect(kindOf(secret, models)).toBe('modelKey')
})

it('knows nothing of a secret that nobody names', () => {
  expect(kindOf({ name: 'mail', usedBy: [], refused: [] }, [model('lab/a', 'vault:lab')])).toBe('unused')
})
