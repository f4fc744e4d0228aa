import { expect, it } from 'vitest'
import type { ModelListing } from '#shared/model/model.ts'
import type { SecretListing } from '#shared/vault/secret.ts'
import { wantedBy } from './wanted.ts'

const model = (apiKeyRef: string | null, key: ModelListing['key']) => ({ apiKeyRef, key }) as ModelListing

it('lists what models wait for and nobody has added', () => {
  const models = [
    model('vault:lab', 'missing'),
    model('vault:here', 'present'),
    model('vault:emptied', 'missing'),
    model('env:KEY', 'missing'),
    model(null, 'not_needed'),
    model('vault:lab', 'missing'),
  ]
  const secrets = [{ name: 'emptied', present: false } as SecretListing]
  expect(wantedBy(models, secrets)).toEqual([{ name: 'lab', count: 2 }])
})
