import { symlink } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { OutputStyle } from '#shared/agent/output-style.ts'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { readStyleFolder } from './output-style-files.ts'
import { createOutputStyles } from './output-styles.ts'

it('reads each file as a style, and names those that cannot be used', async () => {
  const { at, write } = await openTempFolder('styles')
  await write(
    'home/terse.md',
    '---\nname: Terse\ndescription: Few words.\nkeep-coding-instructions: true\n---\nBe brief.\n',
  )
  await write('home/plain.md', 'Write plainly.\n')
  await write('home/empty.md', '---\nname: Empty\n---\n')
  await write('home/README.md', 'No style.')
  await write('secret.md', 'Secret.')
  await symlink(at('secret.md'), at('home/out.md'))
  const layer = await readStyleFolder({
    source: 'project',
    path: at('home'),
    within: at('home'),
    isForeign: true,
  })
  expect(layer.items.map(({ name, description, text }) => [name, description, text])).toEqual([
    ['plain', '', 'Write plainly.'],
    ['Terse', 'Few words.', 'Be brief.'],
  ])
  expect(layer.problems.map(({ id }) => id)).toEqual(['empty', 'out'])
})

const style = (name: string, more: Partial<OutputStyle> = {}): OutputStyle => ({
  name,
  description: '',
  source: 'user',
  file: `/${name}.md`,
  text: `Be ${name}.`,
  ...more,
})

it('puts the chosen style into words, a project before the person and plugins', async () => {
  let chosen: string | null = null
  const styles = createOutputStyles({
    layersOf: async () => ({
      user: { items: [style('terse'), style('kind')], problems: [] },
      project: { items: [style('kind', { source: 'project', text: 'Be kind here.' })], problems: [] },
      plugins: { items: [style('terse', { source: 'plugin', plugin: 'tides' })], problems: [] },
    }),
    refresh: async () => {},
    chosen: () => chosen,
    choose: (name) => {
      chosen = name
    },
  })
  expect((await styles.list(null)).styles.map(({ name }) => name)).toEqual(['kind', 'terse', 'tides:terse'])
  expect(await styles.textFor(null)).toBe('')
  await styles.choose(null, 'kind')
  expect(await styles.textFor(null)).toBe('# Output style: kind\n\nBe kind here.')
  await expect(styles.choose(null, 'loud')).rejects.toThrow(
    'The output styles are: kind, terse, tides:terse.',
  )
  expect(chosen).toBe('kind')
  chosen = 'gone'
  expect(await styles.textFor(null)).toBe('')
  await styles.choose(null, null)
  expect(chosen).toBeNull()
})
