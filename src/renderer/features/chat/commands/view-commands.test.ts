import { describe, expect, it } from 'vitest'
import { textIn } from '../../../messages/TextProvider.tsx'
import { doViewCommand, viewCommand } from './view-commands.ts'

/** Carries out a text in a chat and tells everything that happened. */
async function doing(text: string, locale: 'en' | 'zh-CN' = 'en') {
  const done: string[] = []
  const command = viewCommand(text)
  if (command === null) return null
  const chat = {
    app: {
      show: (surface: string) => void done.push(`show ${surface}`),
      draftCommit: (is: boolean) => void done.push(`draft commit ${is}`),
      writeReport: (is: boolean) => void done.push(`report ${is}`),
      showSettings: (section: string) => void done.push(`settings ${section}`),
    },
  }
  const target = { setMode: (mode: string) => void done.push(`mode ${mode}`) }
  const result = await doViewCommand(chat as never, target, command, textIn(locale))
  return [...done, ...(result === null ? [] : [result.kind === 'answer' ? result.text : result.kind])]
}

describe('a view command', () => {
  it.each([
    ['/agents', ['show agents']],
    ['/vault', ['show vault']],
    ['/commit', ['draft commit true']],
    ['/config', ['settings permissions']],
    ['/doctor', ['settings diagnostics']],
    ['/login', ['settings models']],
    ['/skills', ['settings skills']],
    ['/report', ['report true']],
    ['/help', ['help']],
    ['/mode ask', ['mode ask', 'This chat uses the mode “Ask first”.']],
    ['/mode accept-edits', ['mode accept_edits', 'This chat uses the mode “Accept edits”.']],
    ['/mode plan', ['mode plan', 'This chat uses the mode “Plan”.']],
    ['/mode full-access', ['mode bypass', 'This chat uses the mode “Full access”.']],
    ['/agents of mine', null],
    ['/version', null],
    ['say /vault', null],
  ])('does with %j: %j', async (text, effect) => {
    expect(await doing(text)).toEqual(effect)
  })

  it.each(['/mode', '/mode yolo', '/mode constructor'])('refuses %j and names the modes', async (text) => {
    await expect(doing(text)).rejects.toThrow('full-access')
  })

  it('speaks Chinese', async () => {
    expect(await doing('/mode plan', 'zh-CN')).toEqual(['mode plan', '此对话使用“规划”模式。'])
  })
})
