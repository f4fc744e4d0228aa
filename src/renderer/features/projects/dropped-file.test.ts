import { expect, it } from 'vitest'
import { pathInProject } from './dropped-file.ts'

it.each([
  ['/home/me/tide/src/a b.ts', '/home/me/tide', 'src/a b.ts'],
  ['/home/me/tide2/a.ts', '/home/me/tide', null],
  ['/a.ts', '/', 'a.ts'],
  ['C:\\me\\tide\\src\\a.ts', 'C:\\me\\tide', 'src/a.ts'],
])('%s in %s is %j', (path, project, found) => {
  expect(pathInProject(path, project)).toBe(found)
})
