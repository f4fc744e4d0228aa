import type { AgentAtWork } from '#shared/agent/agent-run.ts'
import type { SkillList } from '#shared/agent/skill.ts'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { AGENT_CALLS } from '#shared/ipc/calls/agent-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { STOPPED_BY_YOU } from '#shared/run/stopped-by-you.ts'
import { say } from '#shared/sentences.ts'
import type { ResumeAll } from '../agents/after-restart/resume-all.ts'
import type { Children } from '../agents/children/children.ts'
import type { Agents } from '../agents/definitions/agents.ts'
import type { AgentRuns } from '../agents/reports/agent-runs.ts'
import type { AgentAt, AgentFileActs } from '../extensions/agents/agent-file-acts.ts'
import { checkAgentFile } from '../extensions/agents/check-agent-file.ts'
import type { CommandFiles } from '../extensions/commands/command-file-set.ts'
import { skillFile as fileIn } from '../extensions/skills/skill-files.ts'
import type { Skills } from '../extensions/skills/skills.ts'
import type { OutputStyles } from '../extensions/styles/output-styles.ts'
import type { DefinitionDrafts } from '../turn-setup/drafts/definition-drafts.ts'

type Rooms = {
  readonly agents: Agents
  readonly skills: Skills
  readonly turnSkill: (name: string, on: boolean) => void
  readonly commandFiles: Pick<CommandFiles, 'list'>
  readonly styles: Pick<OutputStyles, 'list' | 'choose'>
  readonly children: Children
  readonly agentRuns: AgentRuns
  readonly resumeAll: ResumeAll
  readonly agentFiles: AgentFileActs
  readonly drafts: Pick<DefinitionDrafts, 'agent' | 'stopAgent'>
  /** The sessions of all who ask the person something. */
  readonly asking: () => readonly SessionId[]
  /** Agents that came to a limit once; most have gone on since. */
  readonly pausedOnce: () => readonly SessionId[]
  /** False while background work is switched off. */
  readonly allowsBackground: () => boolean
  /** Opens a file with what the system opens such files with. */
  readonly openPath: (path: string) => Promise<void>
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for agents and skills. */
export function createAgentHandlers(rooms: Rooms): Pick<Handlers, keyof typeof AGENT_CALLS> {
  const { agents, skills, children, agentRuns, resumeAll, agentFiles } = rooms
  return {
    'agents.list': ({ projectId }) => agents.list(projectId),
    'agents.get': ({ projectId, agentId }) => agents.detail(projectId, agentId),
    'agents.file': async (asked) => ({ text: await agentFiles.read(at(asked)) }),
    'agents.check': ({ source, agentId, text }) => checkAgentFile(source, agentId, text),
    'agents.save': async (draft) => {
      await agentFiles.save(at(draft), draft)
      return null
    },
    'agents.create': async ({ from, ...asked }) => {
      await agentFiles.create(at(asked), from)
      return null
    },
    'agents.draft': (wish) => rooms.drafts.agent(wish, rooms.signal),
    'agents.stopDraft': async ({ projectId }) => {
      rooms.drafts.stopAgent(projectId)
      return null
    },
    'agents.delete': async (asked) => {
      await agentFiles.delete(at(asked))
      return null
    },
    'agents.restore': async (asked) => {
      await agentFiles.restore(at(asked))
      return null
    },
    'agent.runs': (asked) =>
      'sessionId' in asked
        ? agentRuns.under(asked.sessionId)
        : agentRuns.newest(asked.projectId, asked.limit),
    'agent.atWork': () => atWork(rooms),
    'agent.stop': async ({ sessionId }) => {
      await children.stop(sessionId, STOPPED_BY_YOU)
      return null
    },
    'agent.toBackground': ({ sessionId }) => {
      if (!rooms.allowsBackground()) throw AppError.saying('config.invalid', say('agent.noBackground'))
      children.toBackground(sessionId)
      return null
    },
    'agent.message': async ({ sessionId, text }) => {
      await children.say(sessionId, text)
      return null
    },
    'agent.goOnAll': async ({ sessionId }) => {
      await resumeAll(sessionId)
      return null
    },
    'skills.open': async ({ projectId, source, name }) => {
      await rooms.openPath(skillFile(await skills.list(projectId), source, name))
      return null
    },
    'skills.list': ({ projectId }) => skills.list(projectId),
    'skills.turn': async ({ name, on }) => {
      rooms.turnSkill(name, on)
      return null
    },
    'styles.list': ({ projectId }) => rooms.styles.list(projectId),
    'styles.choose': async ({ projectId, name }) => {
      await rooms.styles.choose(projectId, name)
      return null
    },
    'commands.files': ({ projectId }) => rooms.commandFiles.list(projectId),
  }
}

/**
 * Returns running agents, agents with open questions from before a restart, and agents still paused at a
 * limit.
 */
function atWork({ agentRuns, children, asking, pausedOnce }: Rooms): AgentAtWork[] {
  const going = new Set([...children.atWork(), ...asking()])
  return [...new Set([...going, ...pausedOnce()])].flatMap((id) => {
    const run = agentRuns.of(id)
    return run === null || (run.state !== 'paused' && !going.has(id))
      ? []
      : [{ sessionId: id, chatId: run.chatId, state: run.state }]
  })
}

/** The file that a window means. */
const at = ({ projectId, source, agentId }: Omit<AgentAt, 'id'> & { agentId: string }): AgentAt => ({
  projectId,
  source,
  id: agentId,
})

/** Returns the file of a listed skill. Windows send only its name. */
function skillFile({ skills, problems }: SkillList, source: AgentAt['source'], name: string): string {
  const skill = skills.find((each) => each.name === name && each.source === source)
  if (skill !== undefined && skill.folder !== null) return fileIn(skill.folder)
  const broken = problems.find((each) => each.id === name && each.source === source)
  if (broken !== undefined) return broken.file
  throw AppError.saying('config.invalid', say('source.gone', { file: name }))
}
