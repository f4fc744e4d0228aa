import { describe, expect, it } from 'vitest'
import type { FileDiff } from '#shared/session/file-diff.ts'
import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'
import { briefOf, reviewPages } from './review-pages.ts'

const command = (text: string): ApprovalPreview => ({ kind: 'command', command: text, timeoutMs: 1 })
const change = (lines: string[], cut = false): ApprovalPreview => {
  const diff: FileDiff = {
    path: 'a.js',
    added: 1,
    removed: 0,
    cut,
    hunks: [{ oldStart: 1, newStart: 1, lines }],
  }
  return { kind: 'diff', diff }
}
const shownOf = (pages: readonly ApprovalPreview[]) =>
  pages.map((page) =>
    page.kind === 'command'
      ? page.command
      : page.kind === 'diff'
        ? page.diff.hunks.flatMap((hunk) => hunk.lines).join('\n')
        : '',
  )

describe('the pages of a review', () => {
  it.each([
    'ls',
    `ls${'\n'.repeat(900)}rm -rf src`,
    `echo ${'a'.repeat(99_000)}; rm -rf src`,
    '',
    `${'a\n'.repeat(401)}`,
  ])('hold every letter of a command once: %#', (text) => {
    const pages = reviewPages(command(text))
    expect(shownOf(pages).join('')).toBe(text)
    expect(Math.max(...shownOf(pages).map((page) => page.length))).toBeLessThanOrEqual(24_000)
  })

  it('hold every line of a change, with its numbers', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `+line ${index}`)
    const pages = reviewPages(change(lines))
    expect(shownOf(pages).join('\n').split('\n')).toEqual(lines)
    const starts = pages.map((page) => (page.kind === 'diff' ? page.diff.hunks[0]?.newStart : null))
    expect(starts).toEqual([1, 401, 801])
  })

  it('hold the whole of a very long line', () => {
    const line = `+ok();${' '.repeat(60_000)}evil();`
    const pages = reviewPages(change([line]))
    expect(pages.length).toBe(3)
    expect(
      shownOf(pages)
        .map((page) => page.slice(1))
        .join(''),
    ).toBe(line.slice(1))
  })
})

describe('the first lines of a long request', () => {
  it('are eight of a change, and are not called cut', () => {
    const brief = briefOf(
      change(
        Array.from({ length: 90 }, (_, index) => `+${index}`),
        true,
      ),
    )
    expect(shownOf([brief])[0]?.split('\n')).toEqual(['+0', '+1', '+2', '+3', '+4', '+5', '+6', '+7'])
    expect(brief).toMatchObject({ diff: { cut: false } })
  })

  it('say that there is more of a command', () => {
    expect(shownOf([briefOf(command(`a\n${'b\n'.repeat(20)}`))])).toEqual([`a\n${'b\n'.repeat(7).trim()} …`])
  })
})
