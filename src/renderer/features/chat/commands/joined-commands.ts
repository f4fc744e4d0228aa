import { useMemo } from 'react'
import type { CommandFileList } from '#shared/agent/command-file.ts'
import type { SkillList } from '#shared/agent/skill.ts'
import { type CommandPlace, commandNamed, lackOf } from '#shared/commands/registry.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { McpPromptListing } from '#shared/mcp/mcp-content.ts'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { type Query, useBoth, useQuery } from '../../../data/use-query.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import { skillAbout } from '../../../ui/names/skill-about.ts'
import { workflowAbout } from '../../../ui/names/workflow-about.ts'
import { promptCommands } from '../composer/mentions/use-prompts.ts'
import { appCommands } from './app-command-list.ts'
import type { Command } from './command-matches.ts'

/** The commands of a project that exist at run time only: workflows, command files, skills and prompts of MCP servers. */
export type RuntimeCommands = {
  readonly workflows: readonly SavedWorkflow[]
  readonly files: CommandFileList['commands']
  readonly skills: SkillList['skills']
  readonly prompts: readonly McpPromptListing[]
}

export const NO_RUNTIME_COMMANDS: RuntimeCommands = { workflows: [], files: [], skills: [], prompts: [] }

/** Loads the run-time commands of a project; nothing without one. */
export function useRuntimeCommands(projectId: ProjectId | null): Query<RuntimeCommands> {
  const place = projectId === null ? null : { projectId }
  const saved = useBoth(useQuery('workflow.saved', place), useQuery('skills.list', place))
  const more = useBoth(useQuery('commands.files', place), useQuery('mcp.prompts', place))
  const all = useBoth(saved, more)
  const data = useMemo(() => {
    if (all.data === null) return null
    const [[workflows, { skills }], [{ commands: files }, prompts]] = all.data
    return { workflows, files, skills: skills.filter(({ isOff }) => isOff !== true), prompts }
  }, [all.data])
  return { ...all, data }
}

/**
 * Joins all commands into one registry, in the order in which names win: the app, workflows, command files, skills, prompts. A hidden
 * command keeps its row with the reason. A command that cannot run at this place names what it lacks.
 */
export function joinCommands(t: Text, runtime: RuntimeCommands, place: CommandPlace): readonly Command[] {
  const app = appCommands(t).map((command): Command => {
    const name = command.name.split(' ')[0] ?? command.name
    const spec = commandNamed(name)
    const lack = spec === undefined ? null : lackOf(spec, place)
    return lack === null ? command : { ...command, lack: t(`commands.lack.${lack}`) }
  })
  const workflows = runtime.workflows.map((saved): Command => {
    const workflow = { ...saved, description: workflowAbout(saved, t) }
    const isHidden = commandNamed(workflow.name) !== undefined
    return isHidden ? hidden(workflow, t('commands.hidden.app', { name: workflow.name })) : workflow
  })
  const named = new Set(runtime.workflows.map(({ name }) => name))
  const files = runtime.files.map(({ name, space, description, hint }): Command => {
    const file: Command = { name, description, hint, source: 'file', problem: null }
    if (commandNamed(name) !== undefined) return hidden(file, t('commands.hidden.app', { name }))
    if (runtime.workflows.some((workflow) => workflow.name === name)) {
      return hidden(file, t('commands.hidden.workflow', { name }))
    }
    if (!named.has(name)) {
      named.add(name)
      return file
    }
    // The second of a name is reached by its folder.
    return space === ''
      ? hidden(file, t('commands.hidden.file', { name }))
      : { ...file, name: `${space}:${name}` }
  })
  const ofFiles = new Set(runtime.files.map(({ name }) => name))
  const skills = runtime.skills.map((listed): Command => {
    const { name } = listed
    const skill: Command = { name, description: skillAbout(listed, t), source: 'skill', problem: null }
    if (commandNamed(name) !== undefined) return hidden(skill, t('commands.hidden.app', { name }))
    if (ofFiles.has(name)) return hidden(skill, t('commands.hidden.file', { name }))
    return named.has(name) ? hidden(skill, t('commands.hidden.workflow', { name })) : skill
  })
  return [...app, ...workflows, ...files, ...skills, ...promptCommands(runtime.prompts)]
}

function hidden(command: Command, message: string): Command {
  return { ...command, isHidden: true, problem: { code: 'config.invalid', message, recoverable: false } }
}
