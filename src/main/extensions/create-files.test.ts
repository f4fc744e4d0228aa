import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHookFile, createSkillFile } from './create-files.ts'
import { readHookFolder } from './hook-files.ts'
import { readSkillFolder } from './skills/skill-files.ts'

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery new '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'made when needed')
}

describe('a new skill', () => {
  it('is the file that the person has described, and can be read at once', async () => {
    const path = await openFolder()
    const description = 'Says: "read" # the chart\\'
    const file = await createSkillFile(path, { name: 'read-charts', description, text: 'Read it twice.\n\n' })
    expect(file).toBe(join(path, 'read-charts', 'SKILL.md'))
    const { items, problems } = await readSkillFolder({ source: 'user', path, within: null })
    expect(problems).toEqual([])
    expect(items).toMatchObject([{ name: 'read-charts', description, text: 'Read it twice.' }])
  })

  it.each([
    ['a name that no file can have', { name: '../charts' }],
    ['no instructions', { text: ' ' }],
    ['no description', { description: '' }],
  ])('is not written with %s', async (_what, part) => {
    const path = await openFolder()
    const skill = { name: 'charts', description: 'Reads charts.', text: 'Read.', ...part }
    await expect(createSkillFile(path, skill)).rejects.toMatchObject({ code: 'config.invalid' })
    await expect(readdir(path)).rejects.toThrow('ENOENT')
  })

  it('never takes the place of one that is there', async () => {
    const path = await openFolder()
    const skill = { name: 'charts', description: 'Reads charts.', text: 'Read.' }
    const file = await createSkillFile(path, skill)
    await expect(createSkillFile(path, { ...skill, text: 'Burn.' })).rejects.toThrow('charts')
    expect(await readFile(file, 'utf8')).toContain('Read.')
  })
})

describe('a new hook', () => {
  it('is the file that the person has described, and can be read at once', async () => {
    const path = await openFolder()
    const command = 'node -e "console.log(\'a\\\\b\')"'
    const file = await createHookFile(path, { name: 'note-runs', on: 'run.status', command })
    expect(file).toBe(join(path, 'note-runs.toml'))
    const { items, problems } = await readHookFolder({ source: 'user', path, within: null })
    expect(problems).toEqual([])
    expect(items).toMatchObject([{ id: 'note-runs', hook: { on: 'run.status', command } }])
  })

  it('is not written without a command, and not over another', async () => {
    const path = await openFolder()
    const hook = { name: 'note-runs', on: 'run.status', command: 'date' } as const
    await expect(createHookFile(path, { ...hook, command: ' ' })).rejects.toMatchObject({
      code: 'config.invalid',
    })
    await createHookFile(path, hook)
    await expect(createHookFile(path, hook)).rejects.toThrow('note-runs')
  })
})
