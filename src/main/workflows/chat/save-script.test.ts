import { mkdir, readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ProjectId } from '#shared/ids.ts'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { createScriptSaving } from './save-script.ts'

const id = ProjectId.parse('prj_00000001')
const draft = {
  script: "export const meta = { name: 'mine', description: 'Does it.' }\nreturn 1\n",
  before: null,
}

async function open(trusted: boolean | null, carriesCode: boolean) {
  const { at } = await openTempFolder('saving')
  const path = at('project')
  await mkdir(path)
  const told: boolean[] = []
  const project = {
    id,
    path,
    name: 'p',
    lastOpenedAt: 0,
    missing: false,
    branch: null,
    trusted,
    carriesCode,
    gitMayStart: false,
  }
  const save = createScriptSaving({
    folder: at('home'),
    projects: {
      usable: async () => project,
      trust: async (_id, trust) => {
        told.push(trust)
        return project
      },
    },
  })
  return { save, at, told }
}

it.each([
  ['trusted as it is', true, true],
  ['without code of its own', null, false],
])('keeps a folder trusted that was %s', async (_what, trusted, carriesCode) => {
  const { save, at, told } = await open(trusted, carriesCode)
  expect(await save(id, 'project', draft)).toBe('mine')
  expect(await readdir(at('project', '.orrery', 'workflows'))).toEqual(['mine.js'])
  expect(told).toEqual([true])
})

it.each([
  ['nobody trusted yet', null, true],
  ['the person does not trust', false, true],
  ['the person did not trust when it had any', false, false],
])('adds nothing to a folder whose code %s', async (_what, trusted, carriesCode) => {
  const { save, at, told } = await open(trusted, carriesCode)
  await expect(save(id, 'project', draft)).rejects.toThrow('is not trusted')
  expect(await readdir(at('project'))).toEqual([])
  expect(told).toEqual([])
})

it("puts the person's own scripts beside the app's data, without a look at the project", async () => {
  const { save, at, told } = await open(false, true)
  expect(await save(id, 'user', draft)).toBe('mine')
  expect(await readdir(at('home'))).toEqual(['mine.js'])
  expect(told).toEqual([])
})
