import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stringify } from 'smol-toml'
import { agentNameProblem } from '#shared/agent/agent-name.ts'
import { AppError } from '#shared/errors.ts'
import type { HookFile } from '#shared/hook/hook.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { parseHook } from './hook-files.ts'
import { parseSkill, skillFile } from './skills/skill-files.ts'

type NewSkill = { readonly name: string; readonly description: string; readonly text: string }
type NewHook = { readonly name: string } & Pick<HookFile, 'on' | 'command'>

/** Writes the file of a new skill and returns its path. Throws an `AppError` if the name is taken or unusable. */
export async function createSkillFile(
  folder: string,
  { name, description, text }: NewSkill,
): Promise<string> {
  checkName(name)
  // A quoted JSON string is also a YAML string, whatever is in it.
  const content = `---\ndescription: ${JSON.stringify(description)}\n---\n\n${text.trim()}\n`
  await parseSkill('user', name, content, null)
  const own = join(folder, name)
  return writeNew(skillFile(own), content, name)
}

/** Writes the file of a new hook and returns its path. Throws an `AppError` if the name is taken or unusable. */
export async function createHookFile(folder: string, { name, on, command }: NewHook): Promise<string> {
  checkName(name)
  const content = `${stringify({ on, command })}\n`
  await parseHook(name, content)
  return writeNew(join(folder, `${name}.toml`), content, name)
}

function checkName(name: string): void {
  const problem = agentNameProblem(name)
  if (problem !== null) throw AppError.saying('config.invalid', say(problem, { name }))
}

/** Writes a file that is not there yet, whole or not at all. */
async function writeNew(file: string, content: string, name: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(file, content, { flag: 'wx' })
  } catch (error) {
    if (isErrno(error, 'EEXIST')) throw AppError.saying('config.invalid', say('source.taken', { name }))
    await rm(file, { force: true })
    throw error
  }
  return file
}
