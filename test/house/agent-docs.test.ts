import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { joinAgents } from '../../src/main/agents/definitions/agent-set.ts'
import { BUILTIN_AGENTS } from '../../src/main/agents/definitions/builtin.ts'
import { parseAgent } from '../../src/main/extensions/agents/agent-files.ts'
import { parseSkill } from '../../src/main/extensions/skills/skill-files.ts'
import { AgentHeader, ProjectAgentHeader } from '../../src/shared/agent/definition.ts'
import { SkillHeader } from '../../src/shared/agent/skill.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/write-an-agent.md'), 'utf8').replaceAll(
  '\r\n',
  '\n',
)
const [agent = '', skill = ''] = [...page.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(
  ([, source = '']) => source,
)
/** The tools that the page says there are. */
const tools = [...(/The tools are ([^.]*)\./.exec(page)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
  ([, name = '']) => name,
)

describe('docs/write-an-agent.md', () => {
  it('has an example of an agent that can be used as it is written', async () => {
    const definition = await parseAgent('user', 'release-notes', agent)
    expect(definition).toMatchObject({
      name: 'Release notes',
      permissionMode: 'ask',
      tools: { deny: ['workflow'] },
      skills: ['house-style'],
    })
    expect(definition.permission).toHaveLength(3)
    expect(definition.persona).toMatch(/^You write release notes\./)
    const set = joinAgents([{ items: [{ definition, file: null, text: agent }], problems: [] }], tools)
    expect(set.problems).toEqual([])
  })

  it('has an example that a project could not bring along, because it allows something', async () => {
    await expect(parseAgent('project', 'release-notes', agent)).rejects.toThrow('permission.2.action')
  })

  it('has an example of a skill that can be used as it is written', async () => {
    expect(await parseSkill('user', 'house-style', skill, null)).toMatchObject({ needs: ['edit'] })
  })

  it('names every key, and none that there is not', () => {
    const keysUnder = (heading: string) =>
      [...(page.split(heading)[1]?.split(/\n#/)[0] ?? '').matchAll(/^\| `([\w-]+)` /gm)].map(([, key]) => key)
    expect(keysUnder('### The keys').sort()).toEqual(Object.keys(AgentHeader.shape).sort())
    expect(Object.keys(ProjectAgentHeader.shape)).toEqual(Object.keys(AgentHeader.shape))
    for (const key of keysUnder('## A skill\n')) expect(Object.keys(SkillHeader.shape)).toContain(key)
    for (const key of Object.keys(SkillHeader.shape)) expect(page).toContain(`\`${key}\``)
    for (const color of AgentHeader.shape.color.unwrap().options) expect(page).toContain(`\`${color}\``)
  })

  it('names every agent that comes with the app', () => {
    for (const id of Object.keys(BUILTIN_AGENTS)) expect(page).toContain(`\`${id}\``)
  })
})
