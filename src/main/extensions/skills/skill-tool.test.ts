import { expect, it } from 'vitest'
import type { Skill } from '#shared/agent/skill.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { createSkillTool } from './skill-tool.ts'
import { visibleSkills } from './skills.ts'

const skill = (name: string, more: Partial<Skill> = {}): Skill => ({
  name,
  description: `How to ${name}.`,
  needs: [],
  source: 'builtin',
  folder: null,
  text: `First look, then ${name}.`,
  ...more,
})

const context = { sessionId: 'ses_00000001', agentId: 'build' } as ToolContext
const signal = new AbortController().signal

function load(skills: readonly Skill[], args: unknown) {
  const opened = createSkillTool({
    skillsFor: async () => skills,
    load: async (_place, { uri }, file) => `${uri} ${file}`,
  }).open(args)
  if (!opened.ok) throw new Error(opened.problem)
  return opened.call
}

it('answers with the text of a skill, and does nothing', async () => {
  const call = load([skill('draw')], { name: 'draw' })
  expect((await call.plan(context, signal)).acts).toEqual([])
  expect(await call.run(context, signal, null)).toEqual({
    text: '# The skill draw\n\nFirst look, then draw.',
    isError: false,
  })
})

it('says where the other files of a skill are', async () => {
  const call = load([skill('draw', { folder: '/home/ada/.orrery/skills/draw' })], { name: 'draw' })
  expect((await call.run(context, signal, null)).text).toContain(
    'Files this skill names are in /home/ada/.orrery/skills/draw.',
  )
})

it.each(['paint', '../draw', 'draw/../../secret', '/etc/passwd', '__proto__', 'Draw'])(
  'refuses the unknown name %s with the list of those there are',
  async (name) => {
    await expect(
      load([skill('draw'), skill('tidy')], { name }).run(context, signal, null),
    ).rejects.toMatchObject({
      code: 'tool.not_found',
      message: `There is no skill named ${name}. The skills are: draw, tidy.`,
    })
  },
)

it('says so when there are none', async () => {
  await expect(load([], { name: 'draw' }).run(context, signal, null)).rejects.toThrow('There are none here.')
})

it('shows an agent the skills it is bound to and has the tools for', () => {
  const skills = [skill('draw'), skill('orchestrate', { needs: ['workflow'] })]
  const seen = (agent: Parameters<typeof visibleSkills>[1]) =>
    visibleSkills(skills, agent).map(({ name }) => name)
  expect(seen({ skills: undefined, tools: ['skill', 'workflow'] })).toEqual(['draw', 'orchestrate'])
  expect(seen({ skills: undefined, tools: ['skill', 'read'] })).toEqual(['draw'])
  expect(seen({ skills: ['orchestrate'], tools: ['skill', 'workflow'] })).toEqual(['orchestrate'])
  expect(seen({ skills: [], tools: ['skill'] })).toEqual([])
  expect(seen({ skills: undefined, tools: ['read'] })).toEqual([])
})
