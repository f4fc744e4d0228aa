import { z } from 'zod'
import type { Skill } from '#shared/agent/skill.ts'
import { AppError } from '#shared/errors.ts'
import { defineTool, type Tool, type ToolContext } from '../../tools/tool.ts'
import description from './skill-tool.md?raw'
import { SKILL_TOOL } from './skills.ts'

const SkillArgs = z.strictObject({ name: z.string().trim().min(1).max(80) })

/** The tool with which an agent loads a skill. It only ever gives back text that was read before. */
export function createSkillTool(
  skillsFor: (context: Pick<ToolContext, 'sessionId' | 'agentId'>) => Promise<readonly Skill[]>,
): Tool {
  return defineTool({
    name: SKILL_TOOL,
    title: 'Skill',
    description,
    schema: SkillArgs,
    parallel: true,
    access: 'read',
    early: true,
    plan: async ({ name }) => ({ acts: [], preview: { kind: 'args', text: name } }),
    run: async ({ name }, context) => {
      const skills = await skillsFor(context)
      const skill = skills.find((each) => each.name === name)
      if (skill === undefined) throw unknown(name, skills)
      return { text: textOf(skill), isError: false }
    },
  })
}

function textOf({ name, folder, text }: Skill): string {
  const place = folder === null ? '' : `Files this skill names are in ${folder}.\n\n`
  return `# The skill ${name}\n\n${place}${text}`
}

function unknown(name: string, skills: readonly Skill[]): AppError {
  const names = skills.map((skill) => skill.name).join(', ')
  const which = names === '' ? 'There are none here.' : `The skills are: ${names}.`
  return AppError.forAgent('tool.not_found', `There is no skill named ${name}. ${which}`)
}
