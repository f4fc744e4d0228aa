import { describe, expect, it } from 'vitest'
import { matchesCommand } from '../match.ts'
import { splitWindowsCommand } from './split-windows-command.ts'

describe('taking a Windows command apart', () => {
  it('trusts plain words only', () => {
    const [plain, other] = ['git status -s', 'git status; Remove-Item x'].map(
      (script) => splitWindowsCommand(script).commands[0],
    )
    expect([plain?.text, plain?.unsure, other?.unsure]).toEqual([
      'git status -s',
      null,
      'it uses more than plain words',
    ])
  })

  it.each([
    'Remove-Item x',
    'a; Remove-Item x',
    'a | Remove-Item x',
    '& "Remove-Item" x',
    'cmd /c Remove-Item x',
    'if (a) { Remove-Item x }',
    'C:\\tools\\remove-item.exe x',
    'Rem`ove-Item x',
  ])('finds the refused command in %j', (script) => {
    const forms = splitWindowsCommand(script).commands.flatMap(({ text, alsoMatches }) => [
      text,
      ...alsoMatches,
    ])
    expect(forms.some((form) => matchesCommand('Remove-Item *', form, 'any'))).toBe(true)
  })
})
