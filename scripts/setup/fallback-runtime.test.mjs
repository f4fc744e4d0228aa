import { expect, it } from 'vitest'
import { placeInRuntime } from './fallback-runtime.mjs'

it('takes the runtime and leaves the other app and its snapshot', () => {
  const names = [
    'Cypress/resources/',
    'Cypress/icudtl.dat',
    'Cypress/resources/app/index.js',
    'Cypress/resources/app-update.yml',
    'Cypress/browser_v8_context_snapshot.bin',
    'Cypress/v8_context_snapshot.bin',
  ]
  expect(names.map(placeInRuntime)).toEqual([
    'resources/',
    'icudtl.dat',
    null,
    null,
    null,
    'v8_context_snapshot.bin',
  ])
})
