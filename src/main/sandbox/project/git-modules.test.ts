import { expect, it } from 'vitest'
import { areQuietModules } from './git-modules.ts'

const module = (lines: string, name = 'sub') => `[submodule "${name}"]\n\t${lines}\n`

it.each([
  ['a path and an address', module('path = sub\n\turl = https://example.org/sub.git')],
  ['line ends of Windows', module('path = sub').replaceAll('\n', '\r\n')],
  ['a name with folders', module('path = libs/sub', 'libs/sub')],
])('takes %s for harmless', (_, text) => {
  expect(areQuietModules(text)).toBe(true)
})

it.each([
  ['a program', module('update = !evil')],
  ['a path that leads out', module('path = ../sub')],
  ['a name that leads out', module('path = sub', '../sub')],
  ['a name that leads out once git has read it', module('path = sub', '.\\./.\\./hooks')],
  ['a path whose end git loses when it writes it again', module('path = "sub\r"')],
  ['another section', '[core]\n\tfsmonitor = ./evil\n'],
])('takes %s for harmful', (_, text) => {
  expect(areQuietModules(text)).toBe(false)
})
