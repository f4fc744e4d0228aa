import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseHook } from '../../src/main/extensions/hook-files.ts'
import { usualFailure } from '../../src/main/hooks/hook.ts'
import { HookFile, HookNews, HookPoint } from '../../src/shared/hook/hook.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/write-a-hook.md'), 'utf8').replaceAll(
  '\r\n',
  '\n',
)
const under = (heading: string) => page.split(`${heading}\n`)[1]?.split(/\n#/)[0] ?? ''
const firstCells = (text: string) =>
  [...text.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name),
  )

describe('docs/write-a-hook.md', () => {
  it('has examples that can be used as they are written', async () => {
    const examples = [...page.matchAll(/^```toml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
    expect(examples).toHaveLength(2)
    for (const [at, text] of examples.entries()) await parseHook(`example-${at}`, text)
  })

  it('names every key, every point and all news, and none that there is not', () => {
    expect(firstCells(under('### The keys')).sort()).toEqual(Object.keys(HookFile.shape).sort())
    expect(firstCells(under('## The points'))).toEqual([...HookPoint.options])
    expect(
      firstCells(under('## Notifications'))
        .filter((name) => name !== 'on')
        .sort(),
    ).toEqual([...HookNews.options].sort())
  })

  it('says what becomes of an action when its hook fails', () => {
    for (const point of HookPoint.options) {
      expect(page).toMatch(
        new RegExp(`^\\| \`${point.replace('.', '\\.')}\`.*\\| ${usualFailure(point)} +\\|$`, 'm'),
      )
    }
  })
})
