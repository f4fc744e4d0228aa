import { z } from 'zod'
import type { RemoteSkillRef, Skill } from '#shared/agent/skill.ts'
import { AppError } from '#shared/errors.ts'
import { defineTool, type Tool, type ToolContext } from '../../tools/tool.ts'
import description from './skill-tool.md?raw'
import { SKILL_TOOL } from './skills.ts'

/** The most files of a skill that are named. */
const MOST_FILES = 50

const SkillArgs = z.strictObject({ name: z.string().trim().min(1).max(400) })

type Place = Pick<ToolContext, 'sessionId' | 'agentId'>

type Deps = {
  readonly skillsFor: (place: Place) => Promise<readonly Skill[]>
  /** Reads a file of a skill of an MCP server, `SKILL.md` for null. */
  readonly load: (
    place: Place,
    remote: RemoteSkillRef,
    file: string | null,
    signal: AbortSignal,
  ) => Promise<string>
}

/** The tool with which an agent loads a skill. It gives back text that was read before, or that a server sends. */
export function createSkillTool({ skillsFor, load }: Deps): Tool {
  return defineTool({
    name: SKILL_TOOL,
    title: 'Skill',
    description,
    schema: SkillArgs,
    parallel: true,
    access: 'read',
    early: true,
    plan: async ({ name }) => ({ acts: [], preview: { kind: 'args', text: name } }),
    run: async ({ name }, context, signal) => {
      const skills = await skillsFor(context)
      const skill = skills.find((each) => each.name === name)
      const part = skill === undefined ? fileIn(name, skills) : null
      if (part !== null) {
        const text = await load(context, part.remote, part.file, signal)
        return { text: `# ${part.file} of the skill ${part.name}\n\n${text}`, isError: false }
      }
      if (skill === undefined) throw unknown(name, skills)
      if (skill.remote !== undefined) {
        const text = await load(context, skill.remote, null, signal)
        return { text: remoteText(skill, skill.remote, text), isError: false }
      }
      return { text: textOf(skill), isError: false }
    },
  })
}

function textOf({ name, folder, text }: Skill): string {
  const place = folder === null ? '' : `Files this skill names are in ${folder}.\n\n`
  return `# The skill ${name}\n\n${place}${text}`
}

/** Returns the text of a skill of a server, with the names of its other files. */
export function remoteText({ name }: Pick<Skill, 'name'>, { files }: RemoteSkillRef, text: string): string {
  const shown = files.slice(0, MOST_FILES).map((file) => `\`${name}/${file}\``)
  const others = shown.length === 0 ? '' : `Its files are loaded by \`skill\` too: ${shown.join(', ')}.\n\n`
  return `# The skill ${name}\n\n${others}${text}`
}

/** A file of a skill of a server, named as `server:skill/file`. */
function fileIn(name: string, skills: readonly Skill[]) {
  for (const skill of skills) {
    const file = name.slice(skill.name.length + 1)
    if (skill.remote?.files.includes(file) === true && name === `${skill.name}/${file}`) {
      return { name: skill.name, remote: skill.remote, file }
    }
  }
  return null
}

function unknown(name: string, skills: readonly Skill[]): AppError {
  const names = skills.map((skill) => skill.name).join(', ')
  const which = names === '' ? 'There are none here.' : `The skills are: ${names}.`
  return AppError.forAgent('tool.not_found', `There is no skill named ${name}. ${which}`)
}
