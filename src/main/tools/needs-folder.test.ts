import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'
import { expect, it } from 'vitest'
import { needsFolder } from './needs-folder.ts'
import type { ToolContext } from './tool.ts'
import { createWriteTool } from './write/write.ts'

it('does not make a project folder anew that is away', async () => {
  const root = join(await mkdtemp(join(tmpdir(), 'orrery away ')), 'project')
  const isFolder = async (at: string) => existsSync(at) && (await stat(at)).isDirectory()
  const flavour = { path, home: tmpdir() }
  const beforeChange = async () => async () => {}
  const tool = needsFolder(createWriteTool({ flavour, beforeChange }), isFolder)
  const opened = tool.open({ path: 'notes.md', content: 'hello' })
  if (!opened.ok) throw new Error(opened.problem)
  const context = {
    root,
    reads: { seen: () => null, note: () => {}, all: () => [] },
  } as unknown as ToolContext
  const signal = new AbortController().signal

  await expect(opened.call.plan(context, signal)).rejects.toMatchObject({ code: 'project.not_found' })
  await expect(opened.call.run(context, signal, null)).rejects.toMatchObject({ code: 'project.not_found' })
  expect(existsSync(root)).toBe(false)
  await rm(join(root, '..'), { recursive: true })
})
