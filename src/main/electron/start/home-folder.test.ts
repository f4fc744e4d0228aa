import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { homeFolder } from './home-folder.ts'

const osHome = resolve('/home/mei')
const cwd = resolve('/work place')

it.each([
  [undefined, join(osHome, '.orrery')],
  ['', join(osHome, '.orrery')],
  ['  ', join(osHome, '.orrery')],
  ['~', osHome],
  ['~/elsewhere', join(osHome, 'elsewhere')],
  [resolve('/data/我的 orrery'), resolve('/data/我的 orrery')],
  ['profile 2', join(cwd, 'profile 2')],
])('follows ORRERY_HOME=%j', (value, folder) => {
  expect(homeFolder({ ORRERY_HOME: value }, osHome, cwd)).toBe(folder)
})
