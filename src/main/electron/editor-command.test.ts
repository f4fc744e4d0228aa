import { expect, it } from 'vitest'
import { editorCommand } from './editor-command.ts'

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
