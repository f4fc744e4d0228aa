import { expect, it } from 'vitest'
import { fileIdFrom } from './file-id-from.ts'

it.each([
  ['Release Notes', 'release-notes'],
  ['  review ', 'review'],
  ['Résumé_writer', 'resume-writer'],
  ['../tide', '../tide'],
  ['档案员', '档案员'],
  ['--', ''],
])('makes %j %j', (name, id) => {
  expect(fileIdFrom(name)).toBe(id)
})
