import { expect, it } from 'vitest'
import { shellPrompt } from './shell-prompt.ts'

const files: Readonly<Record<string, string>> = {
  '/home/tide/.bashrc': 'export TOKEN=secret\nexport PS1="\\w $ "\nalias ll=ls\n',
  '/home/tide/.zshrc': 'PROMPT=%~\n',
}

it('reads the lines of the prompt, and only for a wish about it', async () => {
  const read: string[] = []
  const deps = {
    home: '/home/tide',
    read: async (path: string) => {
      read.push(path)
      return files[path] ?? null
    },
  }
  expect(await shellPrompt('the model and the cost', deps)).toBe('')
  expect(read).toEqual([])
  expect(await shellPrompt('like the prompt of my shell', deps)).toBe('export PS1="\\w $ "\nPROMPT=%~')
})
