import { expect, it } from 'vitest'
import { editorCommand, foundEditor } from './editor-command.ts'

const FILE = '/home/lin/.orrery/config.toml'

it.each([
  [{ VISUAL: 'code --wait' }, { file: 'code', args: ['-g', `${FILE}:4`] }],
  [
    { VISUAL: 'vim', EDITOR: '/opt/zed/bin/zed' },
    { file: '/opt/zed/bin/zed', args: [`${FILE}:4`] },
  ],
  [{ EDITOR: 'gedit' }, { file: 'gedit', args: ['+4', FILE] }],
  [{ EDITOR: 'C:\\Programs\\Code.cmd' }, { file: 'C:\\Programs\\Code.cmd', args: ['-g', `${FILE}:4`] }],
  [{ EDITOR: 'kate' }, { file: 'kate', args: ['--line', '4', FILE] }],
])('opens a line in the window of the editor that %o names', (env, command) => {
  expect(editorCommand(env, FILE, 4)).toEqual(command)
})

it('knows no command for editors of a terminal, for unknown ones and where none is named', () => {
  const all = [{}, { EDITOR: 'nano' }, { VISUAL: '' }, { EDITOR: 'constructor' }]
  expect(all.map((env) => editorCommand(env, FILE, 4))).toEqual([null, null, null, null])
})

it('finds the first known editor in the absolute folders of the path', () => {
  const there = new Set(['/usr/bin/gedit', '/opt/bin/zed', 'bin/code'])
  const found = (PATH?: string) => foundEditor({ PATH }, FILE, 4, (program) => there.has(program))
  expect(found('bin:/usr/bin:/opt/bin')).toEqual({ file: '/opt/bin/zed', args: [`${FILE}:4`] })
  expect(found('/usr/bin')).toEqual({ file: '/usr/bin/gedit', args: ['+4', FILE] })
  expect([found('/bin'), found('')]).toEqual([null, null])
})
